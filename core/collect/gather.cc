// core/collect/gather.cc -- what the trace did not reach becomes unreachable, an index at a time.
//
// The gather reads the table and touches no object. It visits every index that existed when the
// trace ended, whether it is empty, live, or reused meanwhile: what is born now reads reachable.
//
// A budget in units is spent on one index after the other, on one thread. Without one (a full
// collection, a slice that ends by the clock) a heap with workers cuts the range into one piece for
// each. They share nothing but the flag that says that the time is over: each goes through entries
// that no other one looks at, and lists what it dooms by itself. The lists are then joined in the
// order of the pieces, so that the doomed come out in the order of their indices, whoever found
// them; if a slice ended between, they are sorted when the gather is over.
//
// Happens-before: nobody but the workers writes a flag word now (mutators are excluded), and the
// workers' writes are handed to the caller by the end of the call (core/base/workers.h).
//
// Upholds: gather-covers-range.   Read next: core/collect/purge.cc.

#include <algorithm>
#include <atomic>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr Work kBetweenLooks = 10;    // indices from one look at the clock to the next
constexpr Index kFewestIndices = 20;  // that are worth a piece of their own

// As many pieces as there are workers, unless that makes them too small.
std::vector<GatherState::Range> Pieces(Index from, Index end, Index workers) {
  const Index all = end - from;
  const Index count = std::clamp<Index>(all / kFewestIndices, 1, workers);
  std::vector<GatherState::Range> pieces;
  for (Index i = 0; i < count; ++i) {
    const auto start = [&](Index piece) {
      return from + static_cast<Index>(std::uint64_t{all} * piece / count);
    };
    pieces.push_back({.next = start(i), .end = start(i + 1)});
  }
  return pieces;
}

}  // namespace

// One index. True if its object is doomed.
bool Collector::GatherOne(Index index, std::vector<Doomed>& into) {
  Entry& entry = table[index];
  if (clusters.Any() && DoomMember(index)) {
    into.push_back({.object = entry.Occupant(), .index = index});
    return true;
  }
  bool doomed = marks.IsWhite(entry);
  if (doomed && entry.flags.Has(flag::kRecycled) &&
      !Obeys(Rule::kGatherCoversRange, Fault::kSkipRecycledIndex, GC_HERE)) {
    doomed = false;
  }
  if (doomed && marks.TryDoom(entry)) into.push_back({.object = entry.Occupant(), .index = index});
  return doomed;
}

Work Collector::GatherSome(Work budget) {
  // An older doomed object may still refer to what this gather would let be freed first (S11.6).
  GC_ASSERT(*this, purge.stage == Stage::kNone, Rule::kGatherCoversRange, kNoIndex,
            "no gather may go on before an older purge is over");
  if (workers != nullptr && budget == kUnlimited) return GatherTogether();
  Work spent = 0;
  while (spent < budget && gather.next < gather.end) {
    const Index index = gather.next;
    const bool doomed = GatherOne(index, purge.gathered);
    Publish({.kind = EventKind::kGather,
             .flag = static_cast<std::uint8_t>(doomed),
             .detail = index,
             .object = table[index].Occupant()});
    AdvanceGather();
    spent += 1;
    if (spent % kBetweenLooks == 0 && deadline.Passed()) break;
  }
  return spent;
}

// To the next index, over what the workers have looked at already.
void Collector::AdvanceGather() {
  gather.next += 1;
  if (gather.rest.empty()) return;
  GatherState::Range& first = gather.rest.front();
  first.next = gather.next;
  if (first.next != first.end) return;
  gather.rest.erase(gather.rest.begin());
  gather.next = gather.rest.empty() ? gather.end : gather.rest.front().next;
}

// All workers at once, until the range is done or the time is over; an index is done at least.
Work Collector::GatherTogether() {
  if (gather.rest.empty()) gather.rest = Pieces(gather.next, gather.end, workers->count());
  const std::vector<GatherState::Range> before = gather.rest;
  std::vector<std::vector<Doomed>> found(before.size());
  std::atomic<bool> late{false};  // relaxed: it hurries the others, and orders nothing
  workers->ForEach(before.size(), [&](std::size_t worker) {
    GatherState::Range range = before[worker];
    // The workers look at the clock in turns.
    Work looks = static_cast<Work>(worker) % kBetweenLooks;
    for (; range.next != range.end && !late.load(std::memory_order_relaxed); ++range.next) {
      GatherOne(range.next, found[worker]);
      if (++looks % kBetweenLooks == 0 && deadline.Passed()) {
        late.store(true, std::memory_order_relaxed);
      }
    }
    gather.rest[worker] = range;
  });
  Work spent = 0;
  for (std::size_t i = 0; i < before.size(); ++i) spent += gather.rest[i].next - before[i].next;
  JoinGather(before, found);
  return spent;
}

// Makes one list of what the workers found, and says of each index what became of it.
void Collector::JoinGather(const std::vector<GatherState::Range>& before,
                           std::vector<std::vector<Doomed>>& found) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    auto doomed = found[i].begin();
    const Index end = sink.publish != nullptr ? gather.rest[i].next : before[i].next;
    for (Index index = before[i].next; index < end; ++index) {
      const bool is_doomed = doomed != found[i].end() && doomed->index == index;
      if (is_doomed) ++doomed;
      Publish({.kind = EventKind::kGather,
               .flag = static_cast<std::uint8_t>(is_doomed),
               .detail = index,
               .object = table[index].Occupant()});
    }
    purge.gathered.insert(purge.gathered.end(), found[i].begin(), found[i].end());
  }
  std::erase_if(gather.rest,
                [](const GatherState::Range& range) { return range.next == range.end; });
  if (!gather.rest.empty()) gather.in_order = false;
  gather.next = gather.rest.empty() ? gather.end : gather.rest.front().next;
}

// The end of the gather: the doomed stand in the order of their indices, however they were found.
void Collector::EndGather() {
  if (gather.in_order) return;
  std::sort(purge.gathered.begin(), purge.gathered.end(),
            [](const Doomed& a, const Doomed& b) { return a.index < b.index; });
}

}  // namespace GC_BUILD
}  // namespace gc
