// core/testing/whites.h -- a heap that marks, with white objects to store.
//
// Read next: core/collect/deferred_stores_test.cc.

#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {

// Whether the object is white by its mark, whatever waits for it.
inline bool HasWhiteMark(const Heap& heap, const Object* object) {
  const Population& population = heap.collector().population;
  return population.marks().IsWhite(population.MarkOf(*object));
}

inline std::size_t DeferredIn(const Heap& heap) {
  std::size_t count = 0;
  heap.collector().wavefront.ForEachDeferred([&count](const Object&) { ++count; });
  return count;
}

inline const PagedList<Object*>& ShadedIn(const Heap& heap) {
  return heap.collector().wavefront.barrier();
}

// A heap in the middle of marking, with `count` white objects and a root that is black.
struct Whites {
  explicit Whites(std::size_t count, HeapOptions options = {}) : heap(options), white(count) {
    for (Node*& each : white) each = heap.New<Node>('w');
    heap.AddRoot(black);
    heap.Start();
    heap.Tick(2);  // the initial references, and `black`
    EXPECT_EQ(heap.phase(), Phase::kMarking);
  }
  void Finish() {
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(kUnlimited);
  }
  Heap heap;
  Node* const black = heap.New<Node>('b');
  std::vector<Node*> white;
};

}  // namespace gc
