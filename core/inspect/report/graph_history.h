// core/inspect/report/graph_history.h -- who referred to whom in the last cycles.
//
// "Why was it alive a minute ago?" cannot be asked of the heap: the object may be gone, and so may
// those who referred to it. So, if it is asked for, a picture is taken where each trace ends: at
// that moment everything that lives is known, and so is everything that is about to die. What the
// mutator stored while the trace was pending stands in the picture as a root of its own, "barrier":
// that is what kept an object which nothing refers to any more.
//
// Pictures are large. The oldest go when there are too many or when they occupy too much; one that
// would be too large by itself is not taken.
//
// Read next: core/inspect/report/inspector.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/collect/event.h"
#include "core/inspect/search/heap_graph.h"

namespace gc {
inline namespace GC_BUILD {

struct CyclePicture {
  std::uint64_t cycle = 0;
  HeapGraph graph;
};

class GraphHistory {
 public:
  // `cycles`: how many pictures are kept; 0: none are taken.
  GraphHistory(const Heap& heap, std::size_t cycles, std::size_t most_bytes)
      : heap_(heap), cycles_(cycles), most_bytes_(most_bytes) {}

  void OnEvent(const Event& event);

  // The newest first.
  std::size_t size() const { return pictures_.size(); }
  const CyclePicture& operator[](std::size_t back) const {
    return pictures_[pictures_.size() - 1 - back];
  }
  std::size_t bytes() const;
  // Pictures that would have been too large.
  std::uint64_t Skipped() const { return skipped_; }

  // The newest picture in which an object with this index was alive, with this serial if it is not
  // 0; null if there is none.
  const CyclePicture* LastWith(Index index, Serial serial = 0) const;
  // Why it was alive there, in words, with the cycle.
  std::string WhyItLived(Index index, Serial serial = 0) const;

 private:
  void TakePicture();

  const Heap& heap_;
  const std::size_t cycles_;
  const std::size_t most_bytes_;
  std::deque<CyclePicture> pictures_;  // the newest last
  std::vector<Index> stored_;          // what the barrier shaded in this trace
  std::vector<std::uint32_t> ages_;    // by index: trace ends that the occupant has seen
  std::uint64_t skipped_ = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
