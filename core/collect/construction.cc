// core/collect/construction.cc -- an object that has a base and no more yet.
//
// What is pending construction has an index and a colour, and its slots are not to be relied on. So
// nobody scans it; and since what it refers to has then not been seen, no trace ends before its
// constructor has run and it was scanned:
//
//     the mutator     reserve n          (n is black, and in no list)
//     the collector   flip .. nothing left to scan; n's slots were never read
//     the mutator     n's constructor: n.f = w, which was read from a root and taken out of it
//     ending there    w is white, and n refers to it
//
// The flip marks it, like a root, but queues nothing. When it is finished while a trace is pending,
// it is queued; that is its only scan in that trace. What the mutator stores meanwhile is shaded
// like any store; so what only that scan sees is what was stored before the flip.
//
// Upholds: construction-is-kept, end-needs-empty (with core/collect/cycle.cc).
// Read next: core/collect/marker.cc.

#include <algorithm>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

#include "core/collect/collector.h"
#include "core/heap/naming.h"

namespace gc {
inline namespace GC_BUILD {

void Collector::BeginConstruction(Object& object) {
  EntryOf(object).flags.Set(flag::kPendingConstruction);
  const TableLock lock(sharing);
  constructing.push_back(&object);
}

void Collector::FinishConstruction(Object& object) {
  ForgetConstruction(object);
  EntryOf(object).flags.Clear(flag::kPendingConstruction);
  // construction-is-kept: looked at again, since nobody has yet.
  if (phase != Phase::kMarking || EntryOf(object).flags.Has(flag::kDisregarded)) return;
  if (!Obeys(Rule::kConstructionIsKept, Fault::kNeverLookAgain, GC_HERE)) return;
  if (sharing.on) return sharing.barrier.Push(&object);
  barrier.push_back(&object);
}

// The same for an object without a name, whose makers count as its constructor.
void Collector::Complete(Object& object) {
  if (Stopped()) return;
  if (!GC_CHECK(*this, IsLive(object) && EntryOf(object).flags.Has(flag::kPendingConstruction),
                Rule::kConstructionIsKept, object.header().index,
                "what is completed must be an object of this heap, and reserved")) {
    return;
  }
  FinishConstruction(object);
}

// Whoever is finished first was usually begun last.
void Collector::ForgetConstruction(Object& object) {
  const TableLock lock(sharing);
  const auto found = std::find(constructing.rbegin(), constructing.rend(), &object);
  if (found != constructing.rend()) constructing.erase(std::next(found).base());
}

// The constructor will never run: the object was never found, shown or scanned, and goes at once.
void Collector::AbandonConstruction(Object& object) {
  const Index index = object.header().index;
  const ObjectMemory::Block block = ObjectMemory::BlockOf(object);
  ForgetConstruction(object);
  ForgetInLists(object);
  Unname(object);
  Entry& entry = table[index];
  Unpublish(object);
  entry.serial.store(0, std::memory_order_relaxed);
  entry.flags.Initialise(0);
  const TableLock lock(sharing);
  object_count -= 1;
  if (table.IsLow(index)) return;  // of the permanent pool nothing comes back
  memory.Free(object, block);
  table.Release(index);
}

// Its index will be another's, who must not be kept in its place.
void Collector::ForgetInLists(const Object& object) {
  const Index index = object.header().index;
  {
    const std::unique_lock hold = LockClusters();
    for (Cluster& cluster : clusters.records) Erase(cluster.mutables, index);
  }
  const TableLock lock(sharing);
  if (trace.reported) std::erase(*trace.reported, &object);
  kept.Remove(index);
  authored.Remove(index);
}

bool Collector::IsConstructing() {
  const TableLock lock(sharing);
  return !constructing.empty();
}

// construction-is-kept: kept like a root, and not scanned.
void Collector::KeepConstructing() {
  for (Object* const object : constructing) {
    if (GC_ASSERT(*this, IsLive(*object), Rule::kConstructionIsKept, object->header().index,
                  "an object must not be freed before its constructor has run")) {
      marks.TryMark(EntryOf(*object));
    }
  }
}

// The object's end begins: it is found no longer, neither by name nor by class nor as an outer.
void Collector::Unname(Object& object) {
  NamedObject& named = static_cast<NamedObject&>(object);
  EntryOf(object).flags.Clear(flag::kNamed);
  if (object.header().type == &ClassObject::kClass) {
    const ClassObject& type = static_cast<const ClassObject&>(named);
    naming->directory.RemoveClass(type.instances_);
    if (type.is_compiled_) naming->classes.erase(type.compiled_);
  }
  if (&named == naming->transient) naming->transient = nullptr;
  naming->directory.Remove(std::exchange(named.record_, 0));
}

// Objects are made between steps and in constructors, on another thread in a section; not in a
// callback of the collector (S3.9).
bool Collector::MayMake(const Class& type, const NamedObject* outer) {
  if (!sharing.MayMutate()) {
    return Refuse({.row = "S3.9, rule lock-excludes",
                   .sentence = "another thread makes objects in a section of the heap's lock only",
                   .where = GC_HERE},
                  Rule::kScanIsAtomic, type, outer);
  }
  if (stepping == 0) return true;
  return Refuse({.row = "S3.9",
                 .sentence = "an object must not be made or renamed while its heap collects",
                 .where = GC_HERE},
                Rule::kScanIsAtomic, type, outer);
}

// Aborts with class, outer and thread; the faulty build, in which a broken rule may have led here,
// stops the heap for `rule`.
bool Collector::Refuse(Misuse why, Rule rule, const Class& type, const NamedObject* outer) {
  if constexpr (kFaulty) {
    return Fail({.rule = rule, .sentence = why.sentence, .where = why.where});
  }
  const bool has_path = outer != nullptr && IsLive(*outer);
  std::ostringstream what;
  what << "class " << type.name << ", outer " << (has_path ? outer->PathName() : "none")
       << ", thread " << std::this_thread::get_id();
  const std::string text = std::move(what).str();
  why.what = text.c_str();
  Abort(why);
}

}  // namespace GC_BUILD
}  // namespace gc
