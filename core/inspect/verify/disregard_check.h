// core/inspect/verify/disregard_check.h -- whether what is never scanned refers to what may be
// freed.
//
// A disregarded object is skipped by every trace, so nothing that only it refers to is reached: the
// target is freed, and the slot dangles. It may therefore refer to disregarded objects and to those
// that are kept by decree, and to nothing else. Heap::Store sees to it; this says where a plain
// store went past it, or where somebody took the last root from what is referred to.
//
// Checks: disregarded-is-deep.   Read next: core/inspect/verify/verifier.h.

#pragma once

#include <vector>

#include "core/heap/heap.h"

namespace gc {
inline namespace GC_BUILD {

struct DisregardOffence {
  const Object* object = nullptr;       // is disregarded
  const Reference* property = nullptr;  // the line of its schema
  const Object* target = nullptr;       // neither disregarded nor kept; it may be freed already
};

// All of them, in the order of indices and of each schema.
std::vector<DisregardOffence> DisregardOffences(const Heap& heap);

}  // namespace GC_BUILD
}  // namespace gc
