// core/inspect/search/heap_graph.h -- a copy of the references of a heap, as a graph.
//
// The heap changes; the graph does not. It is taken between two steps of the collector, can be
// searched as often as needed (core/inspect/search/reference_search.h), and still has objects that
// have died since. References are looked up, not followed, so the graph of a broken heap can be
// taken too: a reference that leads nowhere is an edge without a target.
//
// The classes of the objects must outlive the graph.
//
// Read next: core/inspect/search/reference_search.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/deadline.h"
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
    std::uint32_t age = 0;     // cycles that it has lived through; 0 without a GraphHistory
    bool doomed = false;       // the object is doomed
    bool disregarded = false;  // the object is disregarded
    bool kept = false;         // in the root set, or with a keep flag or a strong count
    bool garbage = false;      // the object is marked garbage
  };

  HeapGraph() = default;
  explicit HeapGraph(const Heap& heap) { Take(heap); }
  // Replaces the graph by that of `heap`, and reuses its memory. False if the time was over first:
  // then the graph is empty.
  bool Take(const Heap& heap, const Deadline& until = {});

  // The indices of objects are from 1 to End() - 1.
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

  // The interface that searches use; a heap itself can offer it too.
  template <class Visit>
  void ForEachRootEdge(Visit&& visit) const {
    for (const Edge& edge : roots_) visit(edge);
  }
  template <class Visit>
  void ForEachEdgeOf(Index holder, Visit&& visit) const {
    for (const Edge& edge : EdgesOf(holder)) visit(edge);
  }

  // The class and index of an object, as "Door 7".
  std::string NameOf(Index index) const;
  // The memory that the graph occupies.
  std::size_t bytes() const {
    return nodes_.capacity() * sizeof(Node) +
           (edges_.capacity() + roots_.capacity()) * sizeof(Edge);
  }

 private:
  std::vector<Node> nodes_{2};  // by index, and one more at the end, without edges
  std::vector<Edge> edges_;     // by holder
  std::vector<Edge> roots_;
  AddressMap indices_;
};

// The class and index of an object, as "Door 7", or "nothing at 7".
std::string NameOf(const Heap& heap, Index index);

}  // namespace GC_BUILD
}  // namespace gc
