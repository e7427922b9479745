// core/inspect/verify/disregard_check.h -- finds references of disregarded objects that may dangle.
//
// Marking skips disregarded objects, so an object to which only they refer is freed, and their
// slots dangle. A disregarded object may therefore refer only to disregarded objects, and to
// objects that are in the root set or kept by a flag or a count. Heap::Store ensures that. This
// check finds plain stores that bypassed it, and targets that have lost their last root.
//
// Checks: disregarded-is-deep.   Read next: core/inspect/verify/verifier.h.

#pragma once

#include <vector>

#include "core/heap/heap.h"

namespace gc {
inline namespace GC_BUILD {

struct DisregardOffence {
  const Object* object = nullptr;       // the disregarded holder
  const Reference* property = nullptr;  // the line of its schema that has the slot
  const Object* target = nullptr;       // neither disregarded nor kept; perhaps freed already
};

// All such references, in the order of indices and of each schema.
std::vector<DisregardOffence> DisregardOffences(const Heap& heap);

}  // namespace GC_BUILD
}  // namespace gc
