// core/inspect/verify/verifier_construction.cc -- the clauses of construction and of names.
//
// An object that is pending construction is live although nothing refers to it, and waits in no
// list although it was not scanned: it is queued when its constructor has run. Until then its
// targets may be white.
//
// The directory refers to objects weakly. Every object in it must be in the table, with the flag
// that says so, until its end begins (begin-finish-free).

#include "core/collect/collector.h"
#include "core/heap/naming.h"
#include "core/inspect/verify/verifier.h"

namespace gc {
inline namespace GC_BUILD {

bool Verifier::CheckConstruction() {
  for (const Object* object : collector_->construction.pending()) {
    if (CheckPending(object)) return true;
  }
  // Besides those in the list, objects whose constructor runs right now have the mark.
  const std::size_t listed = collector_->construction.pending().size();
  if (pending_ < listed || pending_ - listed > heap_->activity.Calls()) {
    return Breach(Rule::kEndNeedsEmpty, kNoIndex,
                  "an object is pending construction, and no trace would wait for it");
  }
  return heap_->names() != nullptr && CheckDirectory();
}

bool Verifier::CheckPending(const Object* object) {
  const Index index = indices_.Find(object);
  if (index == AddressMap::kAbsent) {
    return Breach(Rule::kConstructionIsKept, kNoIndex,
                  "an object was freed before its constructor ran");
  }
  const Entry& entry = heap_->table[index];
  if (!entry.flags.Has(flag::kPendingConstruction)) {
    return Breach(Rule::kEndNeedsEmpty, index, "a trace waits for an object that is constructed");
  }
  if (!heap_->marks().IsReachable(heap_->table.Mark(index)) &&
      !entry.flags.Has(flag::kDisregarded)) {
    return Breach(Rule::kConstructionIsKept, index,
                  "an object that is pending construction is not kept");
  }
  if (listed_[index] == 0) return false;
  return Breach(Rule::kConstructionIsKept, index,
                "an object waits to be scanned, and its constructor has not run");
}

bool Verifier::CheckDirectory() {
  const Directory& directory = Naming::Of(collector_->population).directory;
  if (const char* const breach = directory.FirstBreach()) {
    return Breach(Rule::kBeginFinishFree, kNoIndex, breach);
  }
  std::size_t named = 0;
  for (const Index index : heap_->table.Indices()) {
    const Entry& entry = heap_->table[index];
    named += entry.Occupant() != nullptr && entry.flags.Has(flag::kNamed);
  }
  bool breached = named != directory.size() &&
                  Breach(Rule::kBeginFinishFree, kNoIndex,
                         "the directory does not list those whose entries say that it does");
  directory.ForEach([&](const Object& object, Index listed) {
    if (breached) return;
    const Index index = indices_.Find(&object);
    if (index == AddressMap::kAbsent) {
      breached = Breach(Rule::kBeginFinishFree, kNoIndex, "a name leads to freed memory");
    } else if (index != listed) {
      breached = Breach(Rule::kBeginFinishFree, index, "a name leads to the index of another");
    } else if (!heap_->table[index].flags.Has(flag::kNamed)) {
      breached = Breach(Rule::kBeginFinishFree, index, "a name leads to an object without one");
    }
  });
  return breached;
}

}  // namespace GC_BUILD
}  // namespace gc
