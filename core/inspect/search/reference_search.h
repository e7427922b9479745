// core/inspect/search/reference_search.h -- why is this object still alive?
//
// An object that should be gone, and is not, is held by a chain of references from a root. The
// shortest chain is the one to show: it is found by breadth-first search from all roots at once, so
// that the first time an object is met is a shortest way to it. With an index of who refers to
// whom, every chain can be listed too; but there may be exponentially many, so that search is given
// a bound and says whether it kept it.
//
// Each search takes an optional filter: edges that it refuses are as good as not there. "Leave the
// referencers out" or "only what comes from other worlds" are filters.
//
// Read next: core/inspect/search/walk.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/heap/heap.h"
#include "core/inspect/search/edge.h"
#include "core/inspect/search/heap_graph.h"

namespace gc {
inline namespace GC_BUILD {

using EdgeFilter = std::function<bool(const Edge&)>;  // empty: every edge passes
using ObjectFilter = std::function<bool(Index object)>;

// A shortest chain from the object back to a root; empty if no root reaches it.
Chain ShortestChain(const HeapGraph& graph, Index target, const EdgeFilter& passes = {});
// The same without a graph: it needs four bytes for each index of the heap's table, and follows
// references, so the heap must be sound.
Chain ShortestChain(const Heap& heap, Index target, const EdgeFilter& passes = {});
// A shortest chain to any of the objects that are wanted.
Chain ShortestChainToAny(const HeapGraph& graph, const ObjectFilter& wanted,
                         const EdgeFilter& passes = {});
Chain ShortestChainToAny(const Heap& heap, const ObjectFilter& wanted,
                         const EdgeFilter& passes = {});

// What refers to the object directly, roots first; whether alive itself or not.
std::vector<Edge> ReferencersOf(const HeapGraph& graph, Index target);
// What refers from outside into a group of objects (an object and its inner ones, a world), roots
// included.
std::vector<Edge> ReferencesInto(const HeapGraph& graph, const ObjectFilter& inside);

struct SearchBounds {
  std::size_t chains = 16;          // that are listed
  std::uint64_t steps = 1'000'000;  // edges that are looked at
};
struct Chains {
  std::vector<Chain> chains;
  bool complete = true;  // there are no others
};
// Chains that visit no object twice, in the order of who refers to the object.
Chains AllChains(const HeapGraph& graph, Index target, const SearchBounds& bounds = {},
                 const EdgeFilter& passes = {});
// The longest of them; the longest that was found, if the bound on steps came first.
Chains LongestChain(const HeapGraph& graph, Index target, const SearchBounds& bounds = {},
                    const EdgeFilter& passes = {});

// A line for each step:
//     Door 7
//       <- Room 4 .doors[2]
//       <- root set
std::string TextOf(const HeapGraph& graph, const Chain& chain);
// The same with the names that the heap's objects have now.
std::string TextOf(const Heap& heap, const Chain& chain);
// Where a chain leaves a group of objects: the first edge, seen from the target, that comes from
// outside. Null if the chain is empty.
const Edge* FirstFromOutside(const Chain& chain, const ObjectFilter& inside);

// The answer in words: the shortest chain, what else keeps the object by decree, or that nothing
// does and it dies with the next cycle.
std::string WhyAlive(const HeapGraph& graph, Index target);
std::string WhyAlive(const Heap& heap, const Object* target);

}  // namespace GC_BUILD
}  // namespace gc
