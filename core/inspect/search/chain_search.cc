// core/inspect/search/chain_search.cc -- every chain from an object back to a root, within a bound.
//
// It searches backwards and depth first, from the object to its holders and on to theirs, never
// twice through the same object. It visits only objects that a root reaches, which avoids dead
// ends. The search may still be long, because there may be exponentially many chains.
//
// Read next: core/inspect/search/reference_search.h.

#include <numeric>
#include <span>
#include <vector>

#include "core/inspect/search/reference_search.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// The edges that may be part of a chain, ordered by their targets.
class Incoming {
 public:
  Incoming(const HeapGraph& graph, const EdgeFilter& passes) : first_(graph.End() + 1) {
    const std::vector<bool> alive = Reached(graph, passes);
    std::vector<Edge> found;
    const auto take = [&](const Edge& edge) {
      if (edge.target == kNoIndex || edge.is_cleared || (passes && !passes(edge))) return;
      if (edge.IsRoot() || alive[edge.holder]) found.push_back(edge);
    };
    graph.ForEachRootEdge(take);
    for (const Edge& edge : graph.Edges()) take(edge);
    for (const Edge& edge : found) first_[edge.target + 1] += 1;
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    edges_.resize(found.size());
    std::vector<std::size_t> next = first_;
    for (const Edge& edge : found) edges_[next[edge.target]++] = edge;
  }

  std::span<const Edge> Of(Index target) const {
    return std::span(edges_).subspan(first_[target], first_[target + 1] - first_[target]);
  }

 private:
  static std::vector<bool> Reached(const HeapGraph& graph, const EdgeFilter& passes) {
    std::vector<bool> reached(graph.End());
    std::vector<Index> frontier;
    const auto meet = [&](const Edge& edge) {
      if (edge.target == kNoIndex || edge.is_cleared || reached[edge.target]) return;
      if (passes && !passes(edge)) return;
      reached[edge.target] = true;
      frontier.push_back(edge.target);
    };
    graph.ForEachRootEdge(meet);
    while (!frontier.empty()) {
      const Index index = frontier.back();
      frontier.pop_back();
      graph.ForEachEdgeOf(index, meet);
    }
    return reached;
  }

  std::vector<std::size_t> first_;  // by target: the place of its first edge in `edges_`
  std::vector<Edge> edges_;         // by target; those of one target in the order of the graph
};

// Calls found(chain) for each chain until it returns false or the bound on steps is reached.
// Returns true if all chains were found.
template <class Found>
bool ForEachChain(const HeapGraph& graph, Index target, std::uint64_t steps,
                  const EdgeFilter& passes, Found&& found) {
  const Incoming incoming(graph, passes);
  std::vector<bool> on_chain(graph.End());
  struct Level {
    std::span<const Edge> edges;
    std::size_t next;
  };
  std::vector<Level> levels;
  Chain chain;
  on_chain[target] = true;
  levels.push_back({incoming.Of(target), 0});
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.edges.size()) {
      levels.pop_back();
      if (levels.empty()) break;
      on_chain[chain.back().holder] = false;
      chain.pop_back();
      continue;
    }
    if (steps-- == 0) return false;
    const Edge& edge = level.edges[level.next++];
    if (edge.IsRoot()) {
      chain.push_back(edge);
      if (!found(chain)) return false;
      chain.pop_back();
    } else if (!on_chain[edge.holder]) {
      chain.push_back(edge);
      on_chain[edge.holder] = true;
      levels.push_back({incoming.Of(edge.holder), 0});
    }
  }
  return true;
}

}  // namespace

Chains AllChains(const HeapGraph& graph, Index target, const SearchBounds& bounds,
                 const EdgeFilter& passes) {
  Chains all;
  if (!graph.Has(target)) return all;
  all.complete = ForEachChain(graph, target, bounds.steps, passes, [&](const Chain& chain) {
    if (all.chains.size() == bounds.chains) return false;
    all.chains.push_back(chain);
    return true;
  });
  return all;
}

Chains LongestChain(const HeapGraph& graph, Index target, const SearchBounds& bounds,
                    const EdgeFilter& passes) {
  Chains longest;
  if (!graph.Has(target)) return longest;
  longest.complete = ForEachChain(graph, target, bounds.steps, passes, [&](const Chain& chain) {
    if (longest.chains.empty() || chain.size() > longest.chains.front().size()) {
      longest.chains = {chain};
    }
    return true;
  });
  return longest;
}

}  // namespace GC_BUILD
}  // namespace gc
