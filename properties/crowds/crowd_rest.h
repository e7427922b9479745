// properties/crowds/crowd_rest.h -- what a heap that rests is told of, and answers of nothing.
//
// Included by core_crowds.cc only.

#pragma once

#include <algorithm>
#include <cstdint>

#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

// It is told of stores into its clusters, if it has one, and of no other.
inline void CompareListening(CrowdHeap& crowd) {
  const bool clusters = std::ranges::any_of(
      crowd.paper.Living(), [&](Id id) { return crowd.paper.At(id).cluster != kNobody; });
  crowd.Same("what the heap wants to be told of", gc::heaps_listening.load() - crowd.told,
             clusters ? gc::kHeapWithClusters : 0);
}

// A store finds the list of its heap by the block of what is stored, if that is in one.
inline void CompareBuffers(CrowdHeap& crowd) {
  if (gc::kFaulty || gc::kAddressesWatched) return;
  const gc::StoreBuffer* const own = &crowd.heap->collector().wavefront.stored();
  std::uint32_t others = 0;
  for (const Id id : crowd.paper.Living()) {
    const PaperCrowd::One& one = crowd.paper.At(id);
    if (id < crowd.permanent || one.kind != CrowdHeap::Number(Kind::kPlain)) continue;
    others += gc::BufferOfBlock::Find(crowd.bodies[id]) != own;
  }
  crowd.Same("objects whose block leads to the list of no heap or of another one", others, 0);
}

// What left an index has taken its serial with it.
inline void CompareFree(CrowdHeap& crowd) {
  const gc::Table& table = crowd.heap->collector().population.table;
  std::uint64_t with_serial = 0;
  for (const gc::Index index : table.Indices()) {
    const gc::Entry& entry = table[index];
    if (entry.Occupant() == nullptr) with_serial += entry.serial.load() != 0;
  }
  crowd.Same("entries without an object that have a serial", with_serial, 0);
}

// An object of another heap is in no cluster, though one of this heap at its index is.
inline void CompareForeign(CrowdHeap& crowd) {
  gc::Index clustered = ~gc::Index{0};
  for (const Id id : crowd.paper.Living()) {
    const bool is_in_one = crowd.paper.At(id).cluster != kNobody;
    if (is_in_one) clustered = std::min(clustered, crowd.bodies[id]->header().index);
  }
  if (clustered > 2000) return;  // there is none, or it is far
  gc::Heap other;
  const Being* foreign = nullptr;
  do {
    foreign = other.New<Plain>(kNobody);
  } while (foreign->header().index < clustered);
  crowd.Same("the cluster of an object of another heap",
             crowd.heap->ClusterRootOf(foreign) != nullptr, false);
}

// After a whole collection.
inline void CompareRest(CrowdHeap& crowd) {
  CompareListening(crowd);
  CompareBuffers(crowd);
  CompareFree(crowd);
  CompareForeign(crowd);
  crowd.Same("what a worker does and the heap does not know", Beside::unknown.load(), 0);
  crowd.Same("objects that a worker destroys and should not", Beside::unwanted.load(), 0);
  crowd.Same("fields of two classes are one",
             gc::RawField{"Raw", "plain"} == gc::RawField{"Rope", "plain"}, false);
  crowd.Same(
      "nothing is valid",
      gc::IsValid(nullptr) || gc::IsValidLowLevel(nullptr) || gc::IsValidLowLevelFast(nullptr),
      false);
  const gc::Construction& construction = crowd.heap->collector().construction;
  crowd.Same("objects that are promised room, or are under construction",
             construction.promised() + construction.pending().size(), 0);
  crowd.Same("nothing is a root", crowd.heap->IsRoot(nullptr), false);
  crowd.Same("nothing is in a cluster", crowd.heap->ClusterRootOf(nullptr) != nullptr, false);
}

}  // namespace
}  // namespace properties::crowds
