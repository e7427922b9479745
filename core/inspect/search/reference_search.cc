#include "core/inspect/search/reference_search.h"

#include <algorithm>

#include "core/inspect/search/walk.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// A heap with the interface of a graph. It follows references, so the heap must be sound.
class LiveGraph {
 public:
  explicit LiveGraph(const Heap& heap) : collector_(heap.collector()) {}

  Index End() const { return collector_.population.table.End(); }
  template <class Visit>
  void ForEachRootEdge(Visit&& visit) const {
    ForEachRoot(collector_, Resolved(visit));
  }
  template <class Visit>
  void ForEachEdgeOf(Index holder, Visit&& visit) const {
    ForEachReferenceOf(collector_.population.table[holder], holder, Resolved(visit));
    ForEachClusterEdgeOf(collector_, holder, Resolved(visit));
  }

 private:
  template <class Visit>
  auto Resolved(Visit& visit) const {
    return [this, &visit](Edge edge, const Object* to) {
      edge.target = to->header().index;
      SettleCleared(collector_, edge);
      visit(edge);
    };
  }
  const Collector& collector_;
};

// Searches breadth first from all roots. It keeps only the object from which each object was first
// met; the edges of the resulting chain are found by a second look.
template <class Graph>
class BreadthFirst {
 public:
  BreadthFirst(const Graph& graph, const EdgeFilter& passes)
      : graph_(graph), passes_(passes), from_(graph.End(), kUnmet) {}

  Chain ShortestTo(const ObjectFilter& wanted) {
    graph_.ForEachRootEdge([this](const Edge& edge) { Meet(edge, kNoIndex); });
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      const Index index = queue_[next];
      if (wanted(index)) return ChainTo(index);
      graph_.ForEachEdgeOf(index, [this, index](const Edge& edge) { Meet(edge, index); });
    }
    return {};
  }

 private:
  static constexpr Index kUnmet = ~Index{0};

  bool Passes(const Edge& edge) const {
    return edge.target != kNoIndex && !edge.is_cleared && (!passes_ || passes_(edge));
  }

  void Meet(const Edge& edge, Index from) {
    if (!Passes(edge) || from_[edge.target] != kUnmet) return;
    from_[edge.target] = from;
    queue_.push_back(edge.target);
  }

  Chain ChainTo(Index target) const {
    Chain chain;
    for (Index at = target;; at = from_[at]) {
      std::optional<Edge> found;
      const auto look = [&](const Edge& edge) {
        if (!found && edge.target == at && Passes(edge)) found = edge;
      };
      if (from_[at] == kNoIndex) {
        graph_.ForEachRootEdge(look);
      } else {
        graph_.ForEachEdgeOf(from_[at], look);
      }
      chain.push_back(*found);
      if (from_[at] == kNoIndex) return chain;
    }
  }

  const Graph& graph_;
  const EdgeFilter& passes_;
  std::vector<Index> from_;  // by index: the holder it was first met from; kNoIndex: a root
  std::vector<Index> queue_;
};

template <class Named>
std::string Written(const Named& names, const Chain& chain) {
  if (chain.empty()) return "";
  const auto name = [&names](Index index) {
    if constexpr (std::is_same_v<Named, HeapGraph>) {
      return names.NameOf(index);
    } else {
      return NameOf(names, index);
    }
  };
  std::string text = name(chain.front().target) + '\n';
  for (const Edge& edge : chain) {
    text += "  <- " + (edge.IsRoot() ? "" : name(edge.holder) + ' ') + TextOf(edge) + '\n';
  }
  return text;
}

}  // namespace

Chain ShortestChainToAny(const HeapGraph& graph, const ObjectFilter& wanted,
                         const EdgeFilter& passes) {
  return BreadthFirst(graph, passes).ShortestTo(wanted);
}

Chain ShortestChainToAny(const Heap& heap, const ObjectFilter& wanted, const EdgeFilter& passes) {
  const LiveGraph graph(heap);
  return BreadthFirst(graph, passes).ShortestTo(wanted);
}

Chain ShortestChain(const HeapGraph& graph, Index target, const EdgeFilter& passes) {
  return ShortestChainToAny(
      graph, [target](Index index) { return index == target; }, passes);
}

Chain ShortestChain(const Heap& heap, Index target, const EdgeFilter& passes) {
  return ShortestChainToAny(
      heap, [target](Index index) { return index == target; }, passes);
}

std::vector<Edge> ReferencersOf(const HeapGraph& graph, Index target) {
  std::vector<Edge> found;
  const auto is_here = [target](const Edge& edge) { return edge.target == target; };
  std::ranges::copy_if(graph.Roots(), std::back_inserter(found), is_here);
  std::ranges::copy_if(graph.Edges(), std::back_inserter(found), is_here);
  return found;
}

std::vector<Edge> ReferencesInto(const HeapGraph& graph, const ObjectFilter& inside) {
  std::vector<Edge> found;
  const auto enters = [&inside](const Edge& edge) {
    return edge.target != kNoIndex && inside(edge.target) &&
           (edge.IsRoot() || !inside(edge.holder));
  };
  std::ranges::copy_if(graph.Roots(), std::back_inserter(found), enters);
  std::ranges::copy_if(graph.Edges(), std::back_inserter(found), enters);
  return found;
}

std::string TextOf(const HeapGraph& graph, const Chain& chain) { return Written(graph, chain); }
std::string TextOf(const Heap& heap, const Chain& chain) { return Written(heap, chain); }

const Edge* FirstFromOutside(const Chain& chain, const ObjectFilter& inside) {
  for (const Edge& edge : chain) {
    if (edge.IsRoot() || !inside(edge.holder)) return &edge;
  }
  return nullptr;
}

std::string WhyAlive(const HeapGraph& graph, Index target) {
  const std::string name = graph.NameOf(target);
  if (!graph.Has(target)) return name + '\n';
  if (graph[target].doomed) return name + " is not alive: it is being destroyed\n";
  // A store while marking keeps an object until the end of the cycle only, so the chain by the
  // barrier is shown only if there is no other.
  Chain chain = ShortestChain(graph, target,
                              [](const Edge& edge) { return edge.kind != EdgeKind::kBarrier; });
  if (chain.empty()) chain = ShortestChain(graph, target);
  if (chain.empty()) return name + ": no root reaches it, and the next whole cycle frees it\n";
  std::string text = TextOf(graph, chain);
  const std::vector<Edge> referencers = ReferencersOf(graph, target);
  if (referencers.size() == 1 && chain.front().kind == EdgeKind::kKeepFlag) {
    text += "  alive only because of this flag";
    if (graph[target].age != 0) text += ", for " + std::to_string(graph[target].age) + " cycles";
    text += '\n';
  }
  for (const Edge& edge : referencers) {
    if (edge == chain.front()) continue;
    text +=
        "  also " + (edge.IsRoot() ? "" : graph.NameOf(edge.holder) + ' ') + TextOf(edge) + '\n';
  }
  return text;
}

std::string WhyAlive(const Heap& heap, const Object* target) {
  return WhyAlive(HeapGraph(heap), target->header().index);
}

}  // namespace GC_BUILD
}  // namespace gc
