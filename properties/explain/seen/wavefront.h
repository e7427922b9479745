// properties/explain/seen/wavefront.h -- questions about edges and colours together.
//
// An object is lost when three things come together: it is white, something that was already
// scanned holds it, and no path leads to it from anything that is still to be scanned. Each of the
// three is a question about one moment of a run.
//
// Read next: properties/explain/sentences.h.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "properties/explain/seen/watch.h"
#include "reference/oracle/heap.h"

namespace properties {

// The path by which marking would still reach the object: from an object that is yet to be scanned,
// through objects that are not reached yet. The first name of the path is grey, or still to be
// reported; the last is the object. Empty if there is no such path, or if nothing is being marked.
std::vector<reference::Name> WayOfMarking(const Sight& at, reference::Name object);

// The shortest path to the object from the root set. Empty if it is unreachable.
std::vector<reference::Name> PathFromRoots(const reference::Heap& heap, reference::Name object);

// Why an object is in the root set: "a root", "held by a strong pointer", "reported by r0", "held
// by a local"; empty if it is not in the set.
std::string RootKindOf(const reference::Heap& heap, reference::Name object);

// The field of `holder` that refers to the target, as "a.1"; empty if no field does.
std::string FieldTo(const reference::Heap& heap, reference::Name holder, reference::Name target);

// An edge, for example from a black object to a white one.
struct Edge {
  reference::Name holder = reference::kNull;
  reference::Name target = reference::kNull;
};
// The first edge of the path that the heap no longer has; empty if it has them all.
std::optional<Edge> MissingEdge(const reference::Heap& heap,
                                const std::vector<reference::Name>& path);

// The edges from a black object to a white one after the step that were none before the step, and
// the first of them.
std::vector<Edge> NewBadEdges(const Sight& before, const Sight& after);
std::optional<Edge> NewBadEdge(const Sight& before, const Sight& after);

// The steps of the mutator after `from` and before `until` that cut the last path by which marking
// would have reached the object.
std::vector<std::size_t> StepsThatCut(const reference::Trace& trace, const Watched& watched,
                                      std::size_t from, std::size_t until, reference::Name object);

}  // namespace properties
