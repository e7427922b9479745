// core/collect/gatherer.h -- what the marking did not reach becomes unreachable, index by index.
//
// The gather reads the table and touches no object. It visits every index that existed when the
// marking ended, whether it is empty, live, or reused meanwhile: what is born now reads reachable.
//
// A budget in units is spent on one index after the other, on one thread. Without one (a full
// collection, a slice that ends by the clock) a heap with workers cuts the range into one piece for
// each. They share nothing but the flag that says that the time is over: each goes through entries
// that no other one looks at, and lists what it dooms by itself. The lists are then joined in the
// order of the pieces, so that the doomed come out in the order of their indices, whichever worker
// found them; if a slice ended between, they are sorted when the gather is over.
//
// Owns the range that is left, and the doomed objects that it found. Calls the population and the
// clusters, which answer for their members. Thread rules: in a step, with the heap's workers.
//
// Happens-before: only the workers write flag words now (mutators are excluded), and the workers'
// writes are handed to the caller by the end of the call (core/base/workers.h).
//
// Upholds: gather-covers-range.   Read next: core/purge/purger.h.

#pragma once

#include <vector>

#include "core/base/deadline.h"
#include "core/base/work.h"
#include "core/cluster/clusters.h"
#include "core/purge/doomed.h"

namespace gc {
inline namespace GC_BUILD {

class Gatherer {
 public:
  Gatherer(Population& heap, Clusters& clusters) : heap_(heap), clusters_(clusters) {}
  Gatherer(const Gatherer&) = delete;
  Gatherer& operator=(const Gatherer&) = delete;

  // The range is what exists now: an object that is born later is not its business.
  void Begin();
  // Looks at up to `budget` indices and answers at how many; the deadline is looked at in between.
  Work Some(Work budget, const Deadline& until);
  bool IsOver() const { return next_ == end_; }
  // The end: the doomed stand in the order of their indices, however they were found.
  std::vector<Doomed>& Finish();

  // Indices from next() to end() - 1 are still to be looked at.
  Index next() const { return next_; }
  Index end() const { return end_; }
  const std::vector<Doomed>& gathered() const { return gathered_; }

  void Recycle();

 private:
  // Indices that are still to be looked at.
  struct Range {
    Index next = 1;
    Index end = 1;
  };
  static std::vector<Range> Pieces(Index from, Index end, Index workers);
  bool One(Index index, std::vector<Doomed>& into);
  void Tell(Index index, bool doomed);
  void Advance();
  Work Together(const Deadline& until);
  void Join(const std::vector<Range>& before, std::vector<std::vector<Doomed>>& found);

  Population& heap_;
  Clusters& clusters_;
  Index next_ = 1;
  Index end_ = 1;
  // The pieces of workers, which a deadline may leave unfinished; then the first one starts at
  // `next_`, and there are gaps that were looked at.
  std::vector<Range> rest_;
  bool in_order_ = true;  // gathered_ is sorted by index
  std::vector<Doomed> gathered_;
};

}  // namespace GC_BUILD
}  // namespace gc
