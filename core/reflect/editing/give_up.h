// core/reflect/editing/give_up.h -- an object that was begun and is not to be.
//
// Thread rules: as for a mutator. No exceptions.
// Read next: core/reflect/editing/duplicate.cc, core/reflect/editing/reload.cc.

#pragma once

#include "core/heap/factory.h"

namespace gc {
inline namespace GC_BUILD {

// Nothing finds the object or what is inside of it any more, nothing keeps them, and the next cycle
// frees them. Without memory to list them, parts keep their names inside of it.
void GiveUp(Heap& heap, NamedObject& begun) noexcept;

}  // namespace GC_BUILD
}  // namespace gc
