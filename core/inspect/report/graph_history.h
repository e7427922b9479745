// core/inspect/report/graph_history.h -- the references of the last cycles, kept as graphs.
//
// The heap cannot answer why an object was alive a minute ago: the object may be gone, and so may
// its holders. So, on request, the graph of the heap is copied at the end check of each cycle. At
// that moment it is known which objects live and which will die. An object that the mutator stored
// while marking may be alive although nothing refers to it any more; the graph then has a root
// named "barrier" that refers to it.
//
// Graphs are large. The oldest are dropped when there are too many or when they occupy too much
// memory. A graph that would be too large by itself is not kept.
//
// Read next: core/inspect/report/inspector.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/inspect/search/heap_graph.h"
#include "core/population/event.h"

namespace gc {
inline namespace GC_BUILD {

struct CyclePicture {
  std::uint64_t cycle = 0;
  HeapGraph graph;
};

class GraphHistory {
 public:
  // `cycles`: the greatest number of graphs kept; 0: none. `most_bytes`: of all graphs together.
  GraphHistory(const Heap& heap, std::size_t cycles, std::size_t most_bytes)
      : heap_(heap), cycles_(cycles), most_bytes_(most_bytes) {}

  void OnEvent(const Event& event);

  // Graphs by their age, from 0, the newest.
  std::size_t size() const { return pictures_.size(); }
  const CyclePicture& operator[](std::size_t back) const {
    return pictures_[pictures_.size() - 1 - back];
  }
  std::size_t bytes() const;
  // The number of graphs that were too large to be kept.
  std::uint64_t Skipped() const { return skipped_; }

  // The newest graph in which the object with this index and serial was alive; null if there is
  // none. With serial 0, any object with this index will do.
  const CyclePicture* LastWith(Index index, Serial serial = 0) const;
  // Why the object was alive in that graph, in words, with the number of the cycle.
  std::string WhyItLived(Index index, Serial serial = 0) const;

 private:
  void TakePicture();

  const Heap& heap_;
  const std::size_t cycles_;
  const std::size_t most_bytes_;
  std::deque<CyclePicture> pictures_;  // in order of age, the newest last
  std::vector<Index> stored_;          // what the barrier shaded in this cycle
  std::vector<std::uint32_t> ages_;    // by index: the end checks that the object has lived through
  std::uint64_t skipped_ = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
