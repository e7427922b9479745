// core/inspect/verify/shared_defaults.h -- finds instances that refer to a sub-object of a default.
//
// A sub-object of a default object is the template for the sub-objects of the instances. An
// instance that refers to the template itself works, until the game changes it for one door and
// every door in the world changes. The factory leaves no such reference; code that copies pointers
// by hand may.
//
// Read next: core/heap/template.cc.

#pragma once

#include <optional>

#include "core/heap/heap.h"

namespace gc {
inline namespace GC_BUILD {

struct SharedDefault {
  Index holder = kNoIndex;
  const char* field = "";   // the name in the holder's schema
  Index target = kNoIndex;  // the sub-object of a default object
};

// The first reference to a sub-object of a default object from an object that is neither a default
// object nor inside one; or nothing. Call it between two steps of the collector.
std::optional<SharedDefault> FindSharedDefault(const Heap& heap);

}  // namespace GC_BUILD
}  // namespace gc
