// properties/explain/seen/wavefront.cc -- one search over edges, which answers several questions.

#include "properties/explain/seen/wavefront.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

namespace properties {

using reference::Colour;
using reference::Heap;
using reference::kNull;
using reference::Life;
using reference::Name;
using reference::NameText;

namespace {

bool Lives(const Heap& heap, Name name) {
  return heap.Born(name) && heap[name].life == Life::kAlive;
}

// The shortest path from one of the sources to the target, by the fields of objects for which
// `follows` is true.
std::vector<Name> Search(const Heap& heap, const std::vector<Name>& sources, Name target,
                         const std::function<bool(Name, std::size_t)>& follows) {
  std::vector<Name> came_from(heap.NameCount(), kNull);
  std::vector<Name> queue;
  for (const Name source : sources) {
    if (!Lives(heap, source) || came_from[source] != kNull) continue;
    came_from[source] = source;
    queue.push_back(source);
  }
  for (std::size_t i = 0; i < queue.size(); ++i) {
    if (queue[i] == target) {
      std::vector<Name> path = {target};
      while (came_from[path.back()] != path.back()) path.push_back(came_from[path.back()]);
      std::reverse(path.begin(), path.end());
      return path;
    }
    const std::vector<Name>& fields = heap[queue[i]].fields;
    for (std::size_t field = 0; field < fields.size(); ++field) {
      const Name next = fields[field];
      if (!Lives(heap, next) || came_from[next] != kNull || !follows(queue[i], field)) continue;
      came_from[next] = queue[i];
      queue.push_back(next);
    }
  }
  return {};
}

// The objects that the collector will still learn of as roots: from referencers that are not asked
// yet and from locals, unless they are black already; and, of whatever colour, from constructors
// that run.
std::vector<Name> StillToBeReported(const Sight& at) {
  std::vector<Name> names;
  const bool taken = at.after.initial_references_taken;
  for (std::size_t i = 0; i < at.heap.ReferencerCount(); ++i) {
    const Heap::Referencer& referencer = at.heap.ReferencerAt(i);
    if (referencer.target == kNull || (taken && !referencer.raw)) continue;
    if (ColourIn(at.after, referencer.target) == Colour::kBlack) continue;
    // A wrapper lets go of what is marked as garbage, unless it protects it.
    const bool lets_go = !referencer.raw && !referencer.protecting;
    if (lets_go && at.heap[referencer.target].garbage) continue;
    names.push_back(referencer.target);
  }
  for (Name name = 0; !taken && name < at.heap.NameCount(); ++name) {
    if (!at.heap.Born(name) || !at.heap[name].held) continue;
    if (ColourIn(at.after, name) != Colour::kBlack) names.push_back(name);
  }
  for (Name name = 0; name < at.heap.NameCount(); ++name) {
    if (at.heap.Born(name) && at.heap[name].constructing) names.push_back(name);
  }
  return names;
}

bool IsBadEdge(const Sight& at, Name holder, Name target) {
  if (!Lives(at.heap, holder) || at.heap[holder].constructing || target == kNull) return false;
  return ColourIn(at.after, holder) == Colour::kBlack &&
         ColourIn(at.after, target) == Colour::kWhite;
}

}  // namespace

std::vector<Name> WayOfMarking(const Sight& at, Name object) {
  if (at.after.phase != reference::Phase::kMarking) return {};
  std::vector<Name> sources = StillToBeReported(at);
  for (Name name = 0; name < at.heap.NameCount(); ++name) {
    if (ColourIn(at.after, name) == Colour::kGrey) sources.push_back(name);
  }
  // Scanning clears a field that holds what is marked as garbage, unless it may never be cleared.
  return Search(at.heap, sources, object, [&at](Name holder, std::size_t field) {
    const Name next = at.heap[holder].fields[field];
    const bool cleared = at.heap[next].garbage && !at.heap[holder].IsOuter(field);
    return !cleared && ColourIn(at.after, next) == Colour::kWhite;
  });
}

std::vector<Name> PathFromRoots(const Heap& heap, Name object) {
  std::vector<Name> sources;
  for (Name name = 0; name < heap.NameCount(); ++name) {
    if (heap.Born(name) && InRootSet(heap, name)) sources.push_back(name);
  }
  return Search(heap, sources, object, [](Name, std::size_t) { return true; });
}

std::string RootKindOf(const Heap& heap, Name object) {
  if (heap[object].root) return "a root";
  if (heap[object].permanent) return "permanent";
  if (heap[object].kept) return "held by a keep flag";
  if (heap[object].constructing) return "under construction";
  if (heap[object].strong > 0) return "held by a strong pointer";
  for (std::size_t i = 0; i < heap.ReferencerCount(); ++i) {
    if (heap.ReferencerAt(i).target == object) return "reported by r" + std::to_string(i);
  }
  return heap[object].held ? "held by a local" : "";
}

std::string FieldTo(const Heap& heap, Name holder, Name target) {
  const std::vector<Name>& fields = heap[holder].fields;
  const auto found = std::find(fields.begin(), fields.end(), target);
  if (found == fields.end()) return {};
  return NameText(holder) + "." + std::to_string(found - fields.begin());
}

std::optional<Edge> MissingEdge(const Heap& heap, const std::vector<Name>& path) {
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    if (FieldTo(heap, path[i], path[i + 1]).empty()) return Edge{path[i], path[i + 1]};
  }
  return std::nullopt;
}

std::vector<Edge> NewBadEdges(const Sight& before, const Sight& after) {
  std::vector<Edge> edges;
  for (Name holder = 0; holder < after.heap.NameCount(); ++holder) {
    if (!after.heap.Born(holder)) continue;
    const std::vector<Name>& fields = after.heap[holder].fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (!IsBadEdge(after, holder, fields[i])) continue;
      const bool had = before.heap.Born(holder) && i < before.heap[holder].fields.size() &&
                       before.heap[holder].fields[i] == fields[i];
      if (had && IsBadEdge(before, holder, fields[i])) continue;
      edges.push_back({holder, fields[i]});
    }
  }
  return edges;
}

std::optional<Edge> NewBadEdge(const Sight& before, const Sight& after) {
  const std::vector<Edge> edges = NewBadEdges(before, after);
  return edges.empty() ? std::nullopt : std::optional(edges.front());
}

std::vector<std::size_t> StepsThatCut(const reference::Trace& trace, const Watched& watched,
                                      std::size_t from, std::size_t until, Name object) {
  std::vector<std::size_t> steps;
  for (std::size_t i = from + 1; i < until; ++i) {
    if (reference::IsCollectorStep(trace.operations[i].verb)) continue;
    if (WayOfMarking(watched.Before(i), object).empty()) continue;
    if (WayOfMarking(watched.steps[i], object).empty()) steps.push_back(i);
  }
  return steps;
}

}  // namespace properties
