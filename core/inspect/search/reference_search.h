// core/inspect/search/reference_search.h -- answers why an object is still alive.
//
// An object that should be gone, and is not, is held by a chain of references from a root. The
// shortest chain tells most. It is found by breadth-first search from all roots at once, so that
// the first way by which an object is met is a shortest one. All chains can be listed as well;
// there may be exponentially many, so that search has a bound and says whether it was complete.
//
// A reference to an object marked garbage keeps nothing if marking will clear its slot; the
// searches for chains pass such edges over, and direct references include them and say so (S15.6).
//
// Each search takes an optional filter, and ignores the edges that the filter refuses: for example
// those of referencers, or those from inside a world.
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

// False: the edge is ignored; empty: all are used. It is asked only of edges that have a target.
using EdgeFilter = std::function<bool(const Edge&)>;
using ObjectFilter = std::function<bool(Index object)>;

// A shortest chain from the object back to a root; empty if no root reaches it.
Chain ShortestChain(const HeapGraph& graph, Index target, const EdgeFilter& passes = {});
// The same without a graph. It needs four bytes for each index of the table, and follows
// references, so the heap must be sound. Call it between two steps of the collector.
Chain ShortestChain(const Heap& heap, Index target, const EdgeFilter& passes = {});
// A shortest chain to any of the objects that `wanted` accepts.
Chain ShortestChainToAny(const HeapGraph& graph, const ObjectFilter& wanted,
                         const EdgeFilter& passes = {});
Chain ShortestChainToAny(const Heap& heap, const ObjectFilter& wanted,
                         const EdgeFilter& passes = {});

// The references to the object itself, roots first, also those from unreachable holders.
std::vector<Edge> ReferencersOf(const HeapGraph& graph, Index target);
// The references from outside into a group of objects (an object and those inside it, a world),
// roots included.
std::vector<Edge> ReferencesInto(const HeapGraph& graph, const ObjectFilter& inside);

struct SearchBounds {
  std::size_t chains = 16;          // the most chains that are listed
  std::uint64_t steps = 1'000'000;  // the most edges that are visited
};
struct Chains {
  std::vector<Chain> chains;
  bool complete = true;  // there are no further chains
};
// All chains that visit no object twice, within the bounds.
Chains AllChains(const HeapGraph& graph, Index target, const SearchBounds& bounds = {},
                 const EdgeFilter& passes = {});
// The longest of these chains, the first of several; if the bound on steps is reached, the longest
// that was found.
Chains LongestChain(const HeapGraph& graph, Index target, const SearchBounds& bounds = {},
                    const EdgeFilter& passes = {});

// The chain in words, with a line for each step:
//     Door 7
//       <- Room 4 .doors[2]
//       <- root set
std::string TextOf(const HeapGraph& graph, const Chain& chain);
// The same with the present names of the heap's objects.
std::string TextOf(const Heap& heap, const Chain& chain);
// The edge by which a chain enters a group of objects: the first one, seen from the target, whose
// holder is outside. Null if the chain is empty.
const Edge* FirstFromOutside(const Chain& chain, const ObjectFilter& inside);

// The answer in words: the shortest chain and the other references to the object; or that nothing
// keeps it, and it dies with the next cycle.
std::string WhyAlive(const HeapGraph& graph, Index target);
std::string WhyAlive(const Heap& heap, const Object* target);

}  // namespace GC_BUILD
}  // namespace gc
