// core/inspect/report/graph_history.h -- the references of the last cycles, kept as graphs.
//
// The heap cannot answer why an object was alive a minute ago: the object may be gone, and so may
// its holders. So, on request, the graph of the heap is copied at the end check of each cycle. At
// that moment it is known which objects live and which will die. An object that the mutator stored
// while marking may be alive although nothing refers to it any more; the graph then has a root
// named "barrier" that refers to it.
//
// Graphs are large. The oldest are dropped when there are too many or when they occupy too much
// memory. A graph that would be too large by itself is not kept, nor is one that takes too long to
// draw: the drawing is a part of the pause, and is given up when its time is over.
//
// Read next: core/inspect/report/inspector.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/base/clock.h"
#include "core/inspect/search/heap_graph.h"
#include "core/population/event.h"

namespace gc {
inline namespace GC_BUILD {

struct CyclePicture {
  std::uint64_t cycle = 0;
  HeapGraph graph;
};

struct GraphLimits {
  std::size_t cycles = 0;                          // the greatest number of graphs kept; 0: none
  std::size_t most_bytes = std::size_t{64} << 20;  // of all graphs together
  Clock clock = {};
  Nanoseconds time = 0;  // the longest time that drawing one may take; 0: any
};

class GraphHistory {
 public:
  GraphHistory(const Heap& heap, const GraphLimits& limits) : heap_(heap), limits_(limits) {}

  // Drops the oldest graphs if there are too many now.
  void SetLimits(const GraphLimits& limits);

  void OnEvent(const Event& event);

  // Graphs by their age, from 0, the newest.
  std::size_t size() const { return pictures_.size(); }
  const CyclePicture& operator[](std::size_t back) const {
    return pictures_[pictures_.size() - 1 - back];
  }
  std::size_t bytes() const;
  // The number of graphs that were too large to be kept, or took too long to draw.
  std::uint64_t Skipped() const { return skipped_; }

  // The newest graph in which the object with this index and serial was alive; null if there is
  // none. With serial 0, any object with this index will do.
  const CyclePicture* LastWith(Index index, Serial serial = 0) const;
  // Why the object was alive in that graph, in words, with the number of the cycle.
  std::string WhyItLived(Index index, Serial serial = 0) const;

 private:
  void TakePicture();

  const Heap& heap_;
  GraphLimits limits_;
  std::deque<CyclePicture> pictures_;  // in order of age, the newest last
  std::vector<Index> stored_;          // what the barrier shaded in this cycle
  std::vector<std::uint32_t> ages_;    // by index: the end checks that the object has lived through
  std::uint64_t skipped_ = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
