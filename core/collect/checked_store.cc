// core/collect/checked_store.cc -- a store that knows its holder, and refuses what would dangle.
//
// The barrier learns what is stored, and that keeps the wavefront sound. It does not learn into
// whom, and two rules are about the holder:
//
//     a disregarded object   nobody scans it, so what only it refers to is freed under it
//     a destroy callback     has a doomed object in hand; whoever is given that one, a live object
//                            or a doomed one that waits longer, is left with freed memory
//
// So whoever writes a disregarded object, or writes in a destroy callback, says the holder too. The
// answer names the rule and the holder, and the slot stays as it was. It costs two looks at flags,
// whatever the size of the heap.
//
// Upholds: disregarded-is-deep, destroy-leaks-nothing.   Read next:
// core/inspect/verify/disregard_check.h.

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

std::optional<Failure> Collector::Forbids(Object& holder, Object* target) {
  if (target == nullptr || Stopped()) return std::nullopt;
  const Index index = holder.header().index;
  if (!GC_CHECK(*this, IsLive(holder) && IsLive(*target), Rule::kDestroyLeaksNothing, index,
                "what is stored, and the holder, must be objects of this heap")) {
    return std::nullopt;
  }
  const Entry& there = EntryOf(*target);
  if (IsDoomed(there) && Obeys(Rule::kDestroyLeaksNothing, Fault::kLetItLeak, GC_HERE)) {
    return Failure{.rule = Rule::kDestroyLeaksNothing,
                   .index = index,
                   .sentence = "what is doomed is stored nowhere: its holder may outlive it",
                   .where = GC_HERE};
  }
  const bool managed = !there.flags.Has(flag::kDisregarded) && !IsKept(there);
  if (EntryOf(holder).flags.Has(flag::kDisregarded) && managed &&
      Obeys(Rule::kDisregardedIsDeep, Fault::kHoldManaged, GC_HERE)) {
    return Failure{.rule = Rule::kDisregardedIsDeep,
                   .index = index,
                   .sentence = "a disregarded object holds only what is disregarded or rooted",
                   .where = GC_HERE};
  }
  return std::nullopt;
}

}  // namespace GC_BUILD
}  // namespace gc
