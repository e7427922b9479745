// core/inspect/report/leaks.h -- what should be gone, and is not, with who keeps it.
//
// When a level is left behind, all that belonged to it should go with it. If one reference into it
// was forgotten, the whole of it stays, and nothing says so until memory is full. So, after the
// collection that should have freed it, it is asked for: what is still reached, by which chain, and
// which reference of the chain is the one that comes from outside.
//
// Read next: core/inspect/search/reference_search.h.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/heap/heap.h"
#include "core/inspect/search/reference_search.h"
#include "core/pointer/weak_ptr.h"

namespace gc {
inline namespace GC_BUILD {

// Whether an object is the named one at `outer`, or somewhere inside it.
ObjectFilter IsOrIsInside(const HeapGraph& graph, Index outer);

struct Leak {
  Index index = kNoIndex;
  Chain chain;
  Edge from_outside;  // the chain's edge into the group; the last edge, if there is no group
  std::string text = {};
};

// Which of the objects a root still reaches. `group` says what belongs together; empty: each stands
// for itself. Asked between two steps of the collector.
std::vector<Leak> FindLeaks(const Heap& heap, std::span<const WeakReference> gone,
                            const ObjectFilter& group = {});
// The same for a named object and all that is inside it: a world, a level. One leak at most: that
// of the object that a root reaches by the shortest chain.
std::vector<Leak> FindLeakInside(const Heap& heap, const WeakReference& outer);

// Aborts with the chain of the first leak, if there is one.
void ExpectNoLeak(std::span<const Leak> leaks);

}  // namespace GC_BUILD
}  // namespace gc
