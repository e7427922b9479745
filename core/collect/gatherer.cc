// core/collect/gatherer.cc -- gathers an index at a time, or with all workers at once.
//
// Upholds: gather-covers-range.
// Read next: core/purge/purger.cc.

#include "core/collect/gatherer.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/base/pool.h"
#include "core/base/room.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// From one look at the clock to the next: so many indices that are dealt with one by one, or so
// many that are passed by.
constexpr Work kBetweenLooks = 10;
constexpr Work kPassedBy = 2048;
// With a clock, so many indices of each worker are cut into pieces at a time.
constexpr Index kAtATime = 4096;

}  // namespace

// As many pieces as there are workers, unless that makes them too small.
void Gatherer::CutInto(std::vector<Range>& pieces, Index end, Index workers) const {
  const Index all = end - next_;
  const Index count = std::clamp<Index>(all / fewest_, 1, workers);
  const auto start = [&](Index piece) {
    return next_ + static_cast<Index>(std::uint64_t{all} * piece / count);
  };
  for (Index i = 0; i < count; ++i) pieces.push_back({.next = start(i), .end = start(i + 1)});
}

std::vector<Gatherer::Range> Gatherer::Pieces(Index workers) const {
  std::vector<Range> pieces;
  CutInto(pieces, end_, workers);
  return pieces;
}

void Gatherer::Begin() {
  next_ = heap_.table.First();
  end_ = heap_.table.End();
  rest_.clear();
  in_order_ = true;
}

// The first index from `from` on that has an object to doom, or a member of a cluster, which has no
// mark of its own; `end` if there is none before it.
Index Gatherer::Find(Index from, Index end) const {
  return heap_.table.FindMark(from, end, heap_.marks().White(), heap_.colours.HasClusters());
}

// Dooms the object at an index, which is white.
inline void Gatherer::Doom(Index index, PagedList<Doomed>& into, DoomedChain& chained) {
  heap_.colours.Doom(index);
  List(index, into, chained);
}

inline void Gatherer::List(Index index, PagedList<Doomed>& into, DoomedChain& chained) {
  if (into.TryPush({.object = heap_.table[index].Occupant(), .index = index})) return;
  chained.Append(heap_.table, index);
}

// Looks at one index. True if its object is doomed.
bool Gatherer::One(Index index, PagedList<Doomed>& into, DoomedChain& chained) {
  bool doomed = clusters_.DoomMember(index);
  if (!doomed) {
    doomed = heap_.marks().IsWhite(heap_.table.Mark(index));
    if (doomed && heap_.table[index].flags.Has(flag::kRecycled) &&
        !heap_.Obeys(Rule::kGatherCoversRange, Fault::kSkipRecycledIndex, GC_HERE)) {
      doomed = false;
    }
    if (doomed) heap_.colours.Doom(index);
  }
  if (doomed) List(index, into, chained);
  return doomed;
}

// Looks at the indices of a range, up to `most`, and sets its beginning to what is left. Ends early
// after as many as are allowed from one reading of the clock to the next. If there is a sink, it is
// told of every index, and none is passed by.
void Gatherer::Stretch(Range& range, Work most, PagedList<Doomed>& into, DoomedChain& chained) {
  const Work passed = heap_.reports.IsTold() ? kBetweenLooks : kPassedBy;
  const Index end =
      range.next + static_cast<Index>(std::min<Work>({most, passed, range.end - range.next}));
  // What has no cluster to ask for has its colour in the map.
  const bool alone = !kFaulty && !heap_.colours.HasClusters();
  for (Work looks = 0; looks < kBetweenLooks && range.next < end; ++looks) {
    // Often the next one is dead as well.
    if (!heap_.marks().IsWhite(heap_.table.Mark(range.next))) {
      range.next = Find(range.next, end);
      if (range.next == end) return;
    }
    if (alone) {
      Doom(range.next, into, chained);
    } else {
      One(range.next, into, chained);
    }
    range.next += 1;
  }
}

Work Gatherer::Some(Work budget, const Deadline& until) {
  if (budget == kUnlimited && heap_.sharing.workers() != nullptr &&
      MakePieces(heap_.sharing.workers()->count())) {
    return Together(until);
  }
  Work spent = 0;
  while (spent < budget && next_ < end_) {
    const Index first = next_;
    const Mark before{.listed = gathered_.size(), .chained = chained_.last()};
    Range range{.next = first, .end = rest_.empty() ? end_ : rest_.front().end};
    Stretch(range, budget - spent, gathered_, chained_);
    NoteDoomed(before.listed);
    TellAll({.next = first, .end = range.next}, gathered_, chained_, before);
    Advance(range.next);
    spent += range.next - first;
    if (until.Passed()) break;
  }
  return spent;
}

// Makes the lists for so many pieces; false if there is no memory.
bool Gatherer::MakePieces(std::size_t count) {
  try {
    if (found_.size() < count) found_.resize(count);
    rest_.reserve(count);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

void Gatherer::Finish() {
  if (!heap_.colours.HasClusters()) return;
  chained_.ForEach(heap_.table, [this](Index index) { clusters_.NoteDoomed(index); });
}

// Tells the clusters of what was doomed, from a position of the list on.
void Gatherer::NoteDoomed(std::size_t first) {
  if (!heap_.colours.HasClusters()) return;
  for (; first < gathered_.size(); ++first) clusters_.NoteDoomed(gathered_[first].index);
}

// Goes on to an index, past those that the workers have looked at already.
void Gatherer::Advance(Index index) {
  next_ = index;
  if (rest_.empty()) return;
  Range& first = rest_.front();
  first.next = next_;
  if (first.next != first.end) return;
  rest_.erase(rest_.begin());
  next_ = rest_.empty() ? cut_.end : rest_.front().next;
  if (rest_.empty()) Sort();
}

// Gathers with all workers until the range is done or the time is over.
Work Gatherer::Together(const Deadline& until) {
  const Index most = until.clock.Runs() ? kAtATime * heap_.sharing.workers()->count() : end_;
  Work spent = 0;
  do {
    spent += PiecesTogether(next_ + std::min(most, end_ - next_), until);
  } while (next_ < end_ && rest_.empty() && !until.Passed());
  return spent;
}

// The same for what is left of the pieces, or if nothing is, for the pieces up to `end`. One index
// is done at least.
Work Gatherer::PiecesTogether(Index end, const Deadline& until) {
  Workers& workers = *heap_.sharing.workers();
  if (rest_.empty()) {
    cut_.before = gathered_.size();
    cut_.end = end;
    CutInto(rest_, end, workers.count());
  }
  std::atomic<bool> late{false};  // relaxed: it only tells the others to stop
  workers.ForEach(rest_.size(), [&](std::size_t worker) {
    Found& found = found_[worker];
    Range range = rest_[worker];
    found.first = range.next;
    while (range.next != range.end && !late.load(std::memory_order_relaxed)) {
      Stretch(range, kUnlimited, found.listed, found.chained);
      if (until.Passed()) late.store(true, std::memory_order_relaxed);
    }
    rest_[worker] = range;
  });
  Work spent = 0;
  for (std::size_t i = 0; i < rest_.size(); ++i) spent += rest_[i].next - found_[i].first;
  Join();
  return spent;
}

// Joins the lists of the workers, and publishes an event for each index if there is a sink.
void Gatherer::Join() {
  for (std::size_t i = 0; i < rest_.size(); ++i) {
    Found& found = found_[i];
    TellAll({.next = found.first, .end = rest_[i].next}, found.listed, found.chained, {});
    const std::size_t first = gathered_.size();
    for (const Doomed& doomed : found.listed) {
      if (!gathered_.TryPush(doomed)) chained_.Append(heap_.table, doomed.index);
    }
    NoteDoomed(first);
    found.listed.clear();
    chained_.Append(heap_.table, found.chained);
  }
  next_ = cut_.end;
  std::erase_if(rest_, [](const Range& range) { return range.next == range.end; });
  if (rest_.empty()) return Sort();
  in_order_ = false;
  next_ = rest_.front().next;
}

// The pieces are done: brings into order what was found in them, if there is memory for that.
void Gatherer::Sort() {
  if (std::exchange(in_order_, true)) return;
  if (!HasRoom(sorting_.items, gathered_.size() - cut_.before)) return;
  for (std::size_t i = cut_.before; i < gathered_.size(); ++i)
    PushInRoom(sorting_.items, gathered_[i]);
  std::sort(sorting_.items.begin(), sorting_.items.end(),
            [](const Doomed& a, const Doomed& b) { return a.index < b.index; });
  gathered_.Truncate(cut_.before);
  gathered_.Append(sorting_.items.data(), sorting_.items.size());
  sorting_.most = std::max(sorting_.most, sorting_.items.size());
  sorting_.items.clear();
}

// Publishes an event for each index of a range, if there is a sink. Behind `from`, list and chain
// have those of the range that are doomed, each of them in order.
void Gatherer::TellAll(const Range& range, const PagedList<Doomed>& doomed,
                       const DoomedChain& chained, Mark from) {
  if (!heap_.reports.IsTold()) return;
  std::size_t first = from.listed;
  Index next =
      from.chained == kNoIndex ? chained.first() : DoomedChain::Behind(heap_.table, from.chained);
  for (Index index = range.next; index < range.end; ++index) {
    const bool is_listed = first < doomed.size() && doomed[first].index == index;
    const bool is_doomed = is_listed || next == index;
    first += is_listed;
    if (next == index) next = DoomedChain::Behind(heap_.table, next);
    heap_.Publish({.kind = EventKind::kGather,
                   .flag = static_cast<std::uint8_t>(is_doomed),
                   .detail = index,
                   .object = heap_.table[index].Occupant()});
  }
}

void Gatherer::Recycle() {
  next_ = end_ = 1;
  sorting_.most = 0;
  gc::Recycle(sorting_.items);
  gathered_.Recycle();
  chained_.Forget();
  for (Found& found : found_) found.listed.Recycle();
}

void Gatherer::Trim() {
  gathered_.Trim();
  gc::Trim(sorting_.items);
  std::vector<Found>().swap(found_);
}

}  // namespace GC_BUILD
}  // namespace gc
