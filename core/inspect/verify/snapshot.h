// core/inspect/verify/snapshot.h -- the colours of a heap, seen from outside.
//
// No bit says that an object is grey: it is grey if it waits in a list. So a snapshot derives
// colours from the mark bits and from membership in lists, never from a bit that says what they
// should be. It is filled in place, and cheap enough to be taken after every operation.
//
// Read next: core/inspect/verify/verifier.h.

#pragma once

#include <cstdint>
#include <vector>

#include "core/heap/heap.h"

namespace gc {
inline namespace GC_BUILD {

enum class Colour : std::uint8_t {
  kNone,    // no object has this index
  kWhite,   // not reached
  kGrey,    // waits in a work list
  kBlack,   // reached, and in no list; outside a cycle, every live object
  kDoomed,  // confirmed unreachable, not yet freed
};

struct Snapshot {
  Phase phase = Phase::kIdle;
  bool initial_references_taken = false;  // in this marking
  bool purge_pending = false;
  std::vector<Colour> colours;      // by index
  std::vector<Index> constructing;  // pending construction: kept, and not scanned yet
};

void Take(const Heap& heap, Snapshot& into);

}  // namespace GC_BUILD
}  // namespace gc
