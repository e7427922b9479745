// core/inspect/search/edge.h -- a reference, with all that a person wants to know of it.
//
// "Something still refers to it" helps nobody. An edge says who holds the reference, in which field
// and at which place of it; and where nobody in the heap holds it, what decree keeps the object.
//
// Names and classes are static descriptions, so an edge may be read when the heap is gone.
//
// Read next: core/inspect/search/heap_graph.h.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

enum class EdgeKind : std::uint8_t {
  kField,    // a slot that the holder's class describes
  kCluster,  // no slot: who reaches the holder's cluster reaches the target; name: what it is to it
  // Nobody in the heap holds these: they are roots.
  kRootSet,
  kKeepFlag,      // name: the flag's
  kConstruction,  // its constructor is running
  kDisregarded,   // born in the disregard window
  kStrongCount,   // element: the count
  kReferencer,    // name: the referencer's; element: which of the references that it reports
  kLocal,         // element: which of the heap's locals
  kBarrier,       // stored while the trace was pending; only in the picture of a cycle
};

struct Edge {
  EdgeKind kind = EdgeKind::kField;
  bool is_element = false;  // `element` says which of the references under this name
  std::uint32_t element = 0;
  Index holder = kNoIndex;  // none: a root
  Index target = kNoIndex;  // none: the reference leads to no object of the heap
  const char* name = "";

  bool IsRoot() const { return kind > EdgeKind::kCluster; }
  // Names by their letters: the same literal need not have one address in two translation units.
  friend bool operator==(const Edge& a, const Edge& b) {
    return a.kind == b.kind && a.is_element == b.is_element && a.element == b.element &&
           a.holder == b.holder && a.target == b.target &&
           std::string_view(a.name) == std::string_view(b.name);
  }
};
static_assert(sizeof(Edge) == 24);

// Edges from an object back to a root: the first one's target is the object, each other one's is
// the holder of the one before, and the last is a root. Empty: there is no such chain.
using Chain = std::vector<Edge>;

// "root set", "keep flag async", "strong count 2", "referencer Renderer, reference 3", ".doors[2]".
std::string TextOf(const Edge& edge);

}  // namespace GC_BUILD
}  // namespace gc
