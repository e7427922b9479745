// core/heap/checked_store.cc -- a store that names its holder, and refuses what would dangle.
//
// The barrier learns what is stored, which keeps the wavefront sound. It does not learn into which
// object, and two rules are about that object, the holder:
//
//     a disregarded holder   is never scanned, so an object that only it refers to is freed, and
//                            the holder is left with freed memory
//     a destroy callback     has a doomed object at hand; a holder that it stores that one in,
//                            live, or doomed and waiting longer, is left with freed memory
//
// So code that writes a disregarded object, or that runs in a destroy callback, stores with
// Heap::Store. If a rule forbids the store, the answer names the rule and the holder, and the slot
// stays as it was. The check costs two looks at flags, whatever the size of the heap.
//
// Upholds: disregarded-is-deep, destroy-leaks-nothing.
// Read next: core/inspect/verify/disregard_check.h.

#include "core/collect/collector.h"
#include "core/heap/heap.h"
#include "core/population/requirement.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

std::optional<Failure> Heap::Forbids(Object* holder, Object* target) {
  const Use use(collector_->population, "Store");
  Population& heap = collector_->population;
  const Requirement required = {
      .call = "Store",
      .sentence = "what is stored, and the holder, must be objects of this heap",
      .where = GC_HERE,
      .rule = Rule::kDestroyLeaksNothing};
  if (holder == nullptr) RefuseNull(required);
  if (target == nullptr || heap.Stopped()) return std::nullopt;
  const Index index = holder->header().index;
  if (!Fits(heap, holder, required) || !Fits(heap, target, required)) return std::nullopt;
  const Entry& there = heap.EntryOf(*target);
  if (heap.IsDoomed(*target) &&
      heap.Obeys(Rule::kDestroyLeaksNothing, Fault::kLetItLeak, GC_HERE)) {
    return Failure{.rule = Rule::kDestroyLeaksNothing,
                   .index = index,
                   .sentence = "what is doomed is stored nowhere: its holder may outlive it",
                   .where = GC_HERE};
  }
  const bool managed = !there.flags.Has(flag::kDisregarded) && !RootSet::IsKept(there);
  if (heap.EntryOf(*holder).flags.Has(flag::kDisregarded) && managed &&
      heap.Obeys(Rule::kDisregardedIsDeep, Fault::kHoldManaged, GC_HERE)) {
    return Failure{.rule = Rule::kDisregardedIsDeep,
                   .index = index,
                   .sentence = "a disregarded object holds only what is disregarded or rooted",
                   .where = GC_HERE};
  }
  return std::nullopt;
}

}  // namespace GC_BUILD
}  // namespace gc
