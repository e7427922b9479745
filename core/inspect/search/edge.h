// core/inspect/search/edge.h -- one reference, described so that its origin in the program is
// found.
//
// An edge says which object holds the reference, in which field, and at which place of the field.
// For an object that no other object holds, it says what kind of root the object is.
//
// The names in an edge are static, so an edge may be read after its heap is gone.
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
  kCluster,  // no slot: the cluster of the holder keeps the target; name: its role
  // Kinds of roots, which no object in the heap holds.
  kRootSet,
  kKeepFlag,      // name: the name of the flag
  kConstruction,  // its constructor is running
  kDisregarded,   // born in the disregard window
  kMask,          // a flag of the author's, which the mask of the present cycle names
  kStrongCount,   // element: the count
  kReferencer,    // name: the referencer's; element: the number of the report, from 0
  kLocal,         // element: the number of the local in its heap, from 0
  kBarrier,       // stored while marking; only in a GraphHistory
};

struct Edge {
  EdgeKind kind = EdgeKind::kField;
  bool is_element = false;  // whether `element` has a meaning
  // The target is marked garbage, and marking clears the slot when it comes to it: the edge keeps
  // nothing (S15.6).
  bool is_cleared = false;
  std::uint32_t element = 0;
  Index holder = kNoIndex;  // kNoIndex: a root
  Index target = kNoIndex;  // kNoIndex: the reference leads to no object of the heap
  const char* name = "";

  bool IsRoot() const { return kind > EdgeKind::kCluster; }
  // Compares names by their text: equal literals may have different addresses.
  friend bool operator==(const Edge& a, const Edge& b) {
    return a.kind == b.kind && a.is_element == b.is_element && a.element == b.element &&
           a.is_cleared == b.is_cleared && a.holder == b.holder && a.target == b.target &&
           std::string_view(a.name) == std::string_view(b.name);
  }
};
static_assert(sizeof(Edge) == 24);

// Edges from an object back to a root. The target of the first edge is the object, the target of
// each other edge is the holder of the one before it, and the last edge is a root. Empty: there is
// no chain.
using Chain = std::vector<Edge>;

// The edge in words: "root set", "keep flag async", "strong count 2", "referencer Renderer,
// reference 3", ".doors[2]".
std::string TextOf(const Edge& edge);

}  // namespace GC_BUILD
}  // namespace gc
