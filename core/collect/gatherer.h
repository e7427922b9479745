// core/collect/gatherer.h -- what marking did not reach becomes unreachable, index by index.
//
// The gather reads the mark map, eight marks at a time, and touches no object; of an entry it reads
// the address of what is doomed. It visits every index that existed when marking ended, once, also
// if the index is empty or was reused: a newly born object reads reachable.
//
// A budget in units is spent on one index after the other, on one thread. Without such a budget (a
// full collection, or a slice that ends by the clock) a heap with workers cuts the range into one
// piece for each worker. Workers share only the flag that says that the time is over; each lists by
// itself what it dooms. The lists are joined in the order of the pieces. If a slice ended inside
// the pieces, what was joined is sorted when the last of them is done, so the doomed always come
// out in the order of their indices. To sort them all at the end would take longer than any slice,
// so with a clock the pieces are cut from a few thousand indices at a time.
//
// What the lists have no room for is chained (core/purge/doomed_chain.h). With chains the doomed
// may come out in another order; each of them comes out once.
//
// Owns the range that is left, and the doomed objects that it found. Calls the population and the
// clusters, which answer for their members. Thread rules: in a step, with the heap's workers.
//
// Happens-before: mutators are excluded, so only the workers write marks; their writes are
// visible to the caller when the call that started them returns (core/base/workers.h).
//
// Upholds: gather-covers-range.
// Read next: core/purge/purger.h.

#pragma once

#include <cstddef>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/paged_list.h"
#include "core/base/work.h"
#include "core/cluster/clusters.h"
#include "core/purge/doomed.h"
#include "core/purge/doomed_chain.h"

namespace gc {
inline namespace GC_BUILD {

class Gatherer {
 public:
  Gatherer(Population& heap, Clusters& clusters) : heap_(heap), clusters_(clusters) {}
  Gatherer(const Gatherer&) = delete;
  Gatherer& operator=(const Gatherer&) = delete;

  // Begins a gather of the indices that exist now; an object that is born later at a new index is
  // not looked at.
  void Begin();
  // The fewest indices that a worker is given, from the next slice on.
  void SetFewest(Index indices) { fewest_ = indices; }
  // Looks at up to `budget` indices and returns how many; asks the deadline after ten that have an
  // object to doom, and after 2,048 that have none; with a sink, which is told of each, after ten.
  Work Some(Work budget, const Deadline& until);
  bool IsOver() const { return next_ == end_; }
  // Whether it has doomed nothing yet, and no worker's piece is left unfinished.
  bool HasNothing() const { return rest_.empty() && gathered_.empty() && chained_.empty(); }
  // Passes by all indices that are left, since what is white there was dealt with.
  Work PassAll() {
    const Work passed = end_ - next_;
    next_ = end_;
    return passed;
  }
  // Ends the gather: the clusters are told of what was chained.
  void Finish();
  // The doomed objects in the order of their indices, and those for which the list had no room.
  PagedList<Doomed>& Gathered() { return gathered_; }
  DoomedChain& Chained() { return chained_; }

  // Indices from next() to end() - 1 are still to be looked at.
  Index next() const { return next_; }
  Index end() const { return end_; }
  struct Range {
    Index next = 1;
    Index end = 1;
  };
  // The same, cut into the pieces that so many workers would be given.
  std::vector<Range> Pieces(Index workers) const;
  const PagedList<Doomed>& gathered() const { return gathered_; }
  const DoomedChain& chained() const { return chained_; }
  // The most of them that a step of this gather has sorted.
  std::size_t most_sorted() const { return sorting_.most; }

  void Recycle();
  // Gives back the memory of the lists, but for that of a few ranges; no gather may be pending.
  void Trim();

 private:
  void CutInto(std::vector<Range>& pieces, Index end, Index workers) const;
  Index Find(Index from, Index end) const;
  // Where a thread lists what it dooms, and the index from which on it looked this time.
  struct Found {
    Index first = 1;
    PagedList<Doomed> listed;
    DoomedChain chained;
  };
  // How far a list and a chain had come.
  struct Mark {
    std::size_t listed = 0;
    Index chained = kNoIndex;
  };
  bool MakePieces(std::size_t count);
  void Doom(Index index, PagedList<Doomed>& into, DoomedChain& chained);
  void List(Index index, PagedList<Doomed>& into, DoomedChain& chained);
  bool One(Index index, PagedList<Doomed>& into, DoomedChain& chained);
  void Stretch(Range& range, Work most, PagedList<Doomed>& into, DoomedChain& chained);
  void TellAll(const Range& range, const PagedList<Doomed>& doomed, const DoomedChain& chained,
               Mark from);
  void NoteDoomed(std::size_t first);
  void Advance(Index index);
  Work Together(const Deadline& until);
  Work PiecesTogether(Index end, const Deadline& until);
  void Join();
  void Sort();

  Population& heap_;
  Clusters& clusters_;
  Index next_ = 1;
  Index end_ = 1;
  Index fewest_ = 20;  // of a piece, at least
  // What is left of the workers' pieces, if a deadline left any unfinished. The first then begins
  // at `next_`; the gaps between them were looked at.
  std::vector<Range> rest_;
  std::vector<Found> found_;  // by the workers, piece by piece
  bool in_order_ = true;      // gathered_ is sorted by index
  // The end of the pieces that were cut last, and how many had been found before.
  struct Cut {
    Index end = 1;
    std::size_t before = 0;
  };
  Cut cut_;
  struct Sorting {
    std::vector<Doomed> items;  // empty but in Sort
    std::size_t most = 0;       // in one step
  };
  Sorting sorting_;
  PagedList<Doomed> gathered_;
  DoomedChain chained_;
};

}  // namespace GC_BUILD
}  // namespace gc
