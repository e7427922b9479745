// core/inspect/search/heap_graph.h -- a heap as a graph: who refers to whom, by which field, and
// why.
//
// The heap moves on; a graph stays. It is taken between two collector steps, can be searched as
// often as one likes (core/inspect/search/reference_search.h), and tells of objects that have died
// since. References are looked up, never followed, so the graph of a broken heap can be taken too:
// a reference that leads nowhere is an edge without a target.
//
// Classes must outlive the graphs of their objects.   Read next:
// core/inspect/search/reference_search.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/heap/heap.h"
#include "core/inspect/search/address_map.h"
#include "core/inspect/search/edge.h"

namespace gc {
inline namespace GC_BUILD {

class HeapGraph {
 public:
  struct Node {
    const Class* type = nullptr;  // null: no object has this index
    Serial serial = 0;
    std::uint32_t first_edge = 0;
    std::uint32_t age = 0;     // cycles that the object has lived through, if a history counts them
    bool doomed = false;       // it is being destroyed
    bool disregarded = false;  // it is never traced, and never freed
    bool kept = false;         // root set, keep flag or strong count
    bool garbage = false;      // the game marked it so
  };

  HeapGraph() = default;
  explicit HeapGraph(const Heap& heap) { Take(heap); }
  // Fills the graph anew, in the memory that it has.
  void Take(const Heap& heap);

  // Indices from 1 to End() - 1 may have an object.
  Index End() const { return static_cast<Index>(nodes_.size()) - 1; }
  bool Has(Index index) const { return index < End() && nodes_[index].type != nullptr; }
  const Node& operator[](Index index) const { return nodes_[index]; }
  Node& operator[](Index index) { return nodes_[index]; }

  // The references that an object holds, in the order of its class, and then those of its cluster.
  std::span<const Edge> EdgesOf(Index holder) const {
    const std::size_t first = nodes_[holder].first_edge;
    return {edges_.data() + first, nodes_[holder + 1].first_edge - first};
  }
  std::span<const Edge> Edges() const { return edges_; }
  std::span<const Edge> Roots() const { return roots_; }
  void AddRoot(const Edge& edge) { roots_.push_back(edge); }

  // For searches, which also run on heaps themselves.
  template <class Visit>
  void ForEachRootEdge(Visit&& visit) const {
    for (const Edge& edge : roots_) visit(edge);
  }
  template <class Visit>
  void ForEachEdgeOf(Index holder, Visit&& visit) const {
    for (const Edge& edge : EdgesOf(holder)) visit(edge);
  }

  // "Door 7": the class and the index.
  std::string NameOf(Index index) const;
  // What the graph occupies.
  std::size_t bytes() const {
    return nodes_.capacity() * sizeof(Node) +
           (edges_.capacity() + roots_.capacity()) * sizeof(Edge);
  }

 private:
  std::vector<Node> nodes_{2};  // by index, and one more, which has no edges
  std::vector<Edge> edges_;     // by holder
  std::vector<Edge> roots_;
  AddressMap indices_;
};

// "Door 7", "nothing at 7".
std::string NameOf(const Heap& heap, Index index);

}  // namespace GC_BUILD
}  // namespace gc
