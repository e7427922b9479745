// properties/crowds/crowd_rest.h -- what a heap that rests is told of, and answers of nothing.
//
// Included by core_crowds.cc only.

#pragma once

#include <algorithm>
#include <cstdint>

#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {

// It is told of stores into its clusters, if it has one, and of no other.
inline void CompareListening(CrowdHeap& crowd) {
  const bool clusters = std::ranges::any_of(
      crowd.paper.Living(), [&](Id id) { return crowd.paper.At(id).cluster != kNobody; });
  crowd.Same("what the heap wants to be told of", gc::heaps_listening.load() - crowd.told,
             clusters ? gc::kHeapWithClusters : 0);
}

// After a whole collection.
inline void CompareRest(CrowdHeap& crowd) {
  CompareListening(crowd);
  crowd.Same("nothing is a root", crowd.heap->IsRoot(nullptr), false);
  crowd.Same("nothing is in a cluster", crowd.heap->ClusterRootOf(nullptr) != nullptr, false);
}

}  // namespace properties::crowds
