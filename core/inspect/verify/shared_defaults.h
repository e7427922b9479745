// core/inspect/verify/shared_defaults.h -- finds an instance that uses its class's part as its own.
//
// A default object's sub-object is the template of those of the instances. An instance that refers
// to it works, until somebody changes "its" mesh and every door in the world changes. The factory
// never leaves such a reference behind; code that copies pointers by hand does.
//
// Read next: core/heap/template.cc.

#pragma once

#include <optional>

#include "core/heap/heap.h"

namespace gc {
inline namespace GC_BUILD {

struct SharedDefault {
  Index holder = kNoIndex;
  const char* field = "";   // of the holder's schema
  Index target = kNoIndex;  // inside a default object
};

// The first reference from an object that is no default object, nor inside one, to a default
// sub-object of one; or nothing. Call it between collector steps.
std::optional<SharedDefault> FindSharedDefault(const Heap& heap);

}  // namespace GC_BUILD
}  // namespace gc
