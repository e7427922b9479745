// properties/explain/wavefront.h -- questions about edges and colours together.
//
// An object is lost when it is white, something that has been looked at holds it, and nothing that
// is still to be looked at leads to it. Each of the three is a question about one moment of a run.
//
// Read next: properties/explain/sentences.h.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "properties/explain/watch.h"
#include "reference/oracle/heap.h"

namespace properties {

// How marking would still come to the object: from something that is yet to be scanned, through
// objects that are not reached yet. The path's first name is grey, or still to be reported; its
// last is the object. Empty if there is no such way, or nothing is being marked.
std::vector<reference::Name> WayOfMarking(const Sight& at, reference::Name object);

// The shortest path to the object from the root set. Empty if it is unreachable.
std::vector<reference::Name> PathFromRoots(const reference::Heap& heap, reference::Name object);

// Why a name is in the root set: "a root", "held by a strong pointer", "reported by r0", "held by a
// local"; empty if nothing does.
std::string RootKindOf(const reference::Heap& heap, reference::Name object);

// The field of `holder` that refers to the target: "a.1"; empty if none does.
std::string FieldTo(const reference::Heap& heap, reference::Name holder, reference::Name target);

// "b -> d", for the first edge of the path that the heap no longer has; empty if it has them all.
std::string MissingEdge(const reference::Heap& heap, const std::vector<reference::Name>& path);

// An edge from a black object to a white one.
struct BadEdge {
  reference::Name holder = reference::kNull;
  std::string field;  // "a.1"
  reference::Name target = reference::kNull;
};
// The first such edge after the step that was not one before it.
std::optional<BadEdge> NewBadEdge(const Sight& before, const Sight& after);

// Steps of the mutator after `from` and before `until` that took away marking's last way to the
// object.
std::vector<std::size_t> StepsThatCut(const reference::Trace& trace, const Watched& watched,
                                      std::size_t from, std::size_t until, reference::Name object);

}  // namespace properties
