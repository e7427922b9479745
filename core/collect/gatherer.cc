// core/collect/gatherer.cc -- gathers an index at a time, or with all workers at once.
//
// Upholds: gather-covers-range.
// Read next: core/purge/purger.cc.

#include "core/collect/gatherer.h"

#include <algorithm>
#include <atomic>

#include "core/base/pool.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr Work kBetweenLooks = 10;  // indices from one look at the clock to the next

}  // namespace

// As many pieces as there are workers, unless that makes them too small.
void Gatherer::CutInto(std::vector<Range>& pieces, Index workers) const {
  const Index all = end_ - next_;
  const Index count = std::clamp<Index>(all / fewest_, 1, workers);
  const auto start = [&](Index piece) {
    return next_ + static_cast<Index>(std::uint64_t{all} * piece / count);
  };
  for (Index i = 0; i < count; ++i) pieces.push_back({.next = start(i), .end = start(i + 1)});
}

std::vector<Gatherer::Range> Gatherer::Pieces(Index workers) const {
  std::vector<Range> pieces;
  CutInto(pieces, workers);
  return pieces;
}

void Gatherer::Begin() {
  next_ = heap_.table.First();
  end_ = heap_.table.End();
  rest_.clear();
  in_order_ = true;
}

// Looks at one index. True if its object is doomed.
bool Gatherer::One(Index index, std::vector<Doomed>& into) {
  Entry& entry = heap_.table[index];
  if (clusters_.DoomMember(index)) {
    into.push_back({.object = entry.Occupant(), .index = index});
    return true;
  }
  bool doomed = heap_.marks().IsWhite(entry);
  if (doomed && entry.flags.Has(flag::kRecycled) &&
      !heap_.Obeys(Rule::kGatherCoversRange, Fault::kSkipRecycledIndex, GC_HERE)) {
    doomed = false;
  }
  if (doomed && heap_.marks().TryDoom(entry))
    into.push_back({.object = entry.Occupant(), .index = index});
  return doomed;
}

Work Gatherer::Some(Work budget, const Deadline& until) {
  if (heap_.sharing.workers() != nullptr && budget == kUnlimited) return Together(until);
  Work spent = 0;
  while (spent < budget && next_ < end_) {
    const Index index = next_;
    const bool doomed = One(index, gathered_);
    Tell(index, doomed);
    Advance();
    spent += 1;
    if (spent % kBetweenLooks == 0 && until.Passed()) break;
  }
  return spent;
}

// Goes to the next index, past those that the workers have looked at already.
void Gatherer::Advance() {
  next_ += 1;
  if (rest_.empty()) return;
  Range& first = rest_.front();
  first.next = next_;
  if (first.next != first.end) return;
  rest_.erase(rest_.begin());
  next_ = rest_.empty() ? end_ : rest_.front().next;
}

// Gathers with all workers until the range is done or the time is over. One index is done at least.
Work Gatherer::Together(const Deadline& until) {
  Workers& workers = *heap_.sharing.workers();
  if (rest_.empty()) CutInto(rest_, workers.count());
  before_ = rest_;
  if (found_.size() < rest_.size()) found_.resize(rest_.size());
  std::atomic<bool> late{false};  // relaxed: it only tells the others to stop
  workers.ForEach(before_.size(), [&](std::size_t worker) {
    Range range = before_[worker];
    // The workers look at the clock in turns.
    Work looks = static_cast<Work>(worker) % kBetweenLooks;
    for (; range.next != range.end && !late.load(std::memory_order_relaxed); ++range.next) {
      One(range.next, found_[worker]);
      if (++looks % kBetweenLooks == 0 && until.Passed()) {
        late.store(true, std::memory_order_relaxed);
      }
    }
    rest_[worker] = range;
  });
  Work spent = 0;
  for (std::size_t i = 0; i < before_.size(); ++i) spent += rest_[i].next - before_[i].next;
  Join();
  return spent;
}

// Joins the lists of the workers, and publishes an event for each index if there is a sink.
void Gatherer::Join() {
  for (std::size_t i = 0; i < before_.size(); ++i) {
    std::vector<Doomed>& found = found_[i];
    auto doomed = found.begin();
    const Index end = heap_.reports.sink().publish != nullptr ? rest_[i].next : before_[i].next;
    for (Index index = before_[i].next; index < end; ++index) {
      const bool is_doomed = doomed != found.end() && doomed->index == index;
      if (is_doomed) ++doomed;
      Tell(index, is_doomed);
    }
    gathered_.insert(gathered_.end(), found.begin(), found.end());
    found.clear();
  }
  std::erase_if(rest_, [](const Range& range) { return range.next == range.end; });
  if (!rest_.empty()) in_order_ = false;
  next_ = rest_.empty() ? end_ : rest_.front().next;
}

std::vector<Doomed>& Gatherer::Finish() {
  if (!in_order_) {
    std::sort(gathered_.begin(), gathered_.end(),
              [](const Doomed& a, const Doomed& b) { return a.index < b.index; });
  }
  return gathered_;
}

void Gatherer::Tell(Index index, bool doomed) {
  heap_.Publish({.kind = EventKind::kGather,
                 .flag = static_cast<std::uint8_t>(doomed),
                 .detail = index,
                 .object = heap_.table[index].Occupant()});
}

void Gatherer::Recycle() {
  next_ = end_ = 1;
  rest_.clear();
  in_order_ = true;
  gc::Recycle(gathered_);
  for (std::vector<Doomed>& found : found_) gc::Recycle(found);
}

void Gatherer::Trim() {
  gc::Trim(gathered_);
  gc::Trim(rest_);
  gc::Trim(before_);
  found_ = {};
}

}  // namespace GC_BUILD
}  // namespace gc
