// core/inspect/report/leaks.h -- finds objects that should be gone, and the chains that keep them.
//
// When a game leaves a level, all that belonged to the level should die. If one reference into the
// level was forgotten, all of it stays, and nothing shows that until memory is full. Therefore,
// after the collection that should have freed it, the game asks: which objects are still reached,
// by which chain, and which reference of the chain comes from outside the level.
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

// A filter that accepts the object at `outer`, which must be named, and all objects inside it.
ObjectFilter IsOrIsInside(const HeapGraph& graph, Index outer);

struct Leak {
  Index index = kNoIndex;
  Chain chain;
  Edge from_outside;  // the chain's first edge into the group, or the root's edge
  std::string text = {};
};

// The leaks among the objects in `gone`: those that a root still reaches. `group` says which
// objects belong together; empty: each object is a group of its own. An object that is marked
// garbage counts like any other: the mark does not free it. Call it between two steps of the
// collector.
std::vector<Leak> FindLeaks(const Heap& heap, std::span<const WeakReference> gone,
                            const ObjectFilter& group = {});
// The same for a named object and all objects inside it, such as a world or a level. Returns at
// most one leak, of the object that has the shortest chain from a root.
std::vector<Leak> FindLeakInside(const Heap& heap, const WeakReference& outer);

// Aborts with the chain of the first leak, if there is one.
void ExpectNoLeak(std::span<const Leak> leaks);

}  // namespace GC_BUILD
}  // namespace gc
