// core/collect/gather.cc -- what the trace did not reach becomes unreachable, an index at a time.
//
// The gather reads the table and touches no object. It visits every index that existed when the
// trace ended, whether it is empty, live, or reused meanwhile: what is born now reads reachable.
//
// Upholds: gather-covers-range.   Read next: core/collect/purge.cc.

#include "core/collect/collector.h"

namespace gc::inline GC_BUILD {

Work Collector::GatherSome(Work budget) {
  Work spent = 0;
  for (; spent < budget && gather.next < gather.end; ++spent, ++gather.next) {
    Entry& entry = table[gather.next];
    bool doomed = marks.IsWhite(entry);
    if (doomed && entry.flags.Has(flag::kRecycled) &&
        !Obeys(Rule::kGatherCoversRange, Fault::kSkipRecycledIndex, GC_HERE)) {
      doomed = false;
    }
    if (doomed && marks.TryDoom(entry)) {
      purge.gathered.push_back({.object = entry.Occupant(), .index = gather.next});
    }
    Publish({.kind = EventKind::kGather,
             .flag = static_cast<std::uint8_t>(doomed),
             .detail = gather.next,
             .object = entry.Occupant()});
  }
  return spent;
}

}  // namespace gc::inline GC_BUILD
