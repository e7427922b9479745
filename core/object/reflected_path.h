// core/object/reflected_path.h -- the path of a reflected class, for what lies below reflection.
//
// Source: S4.23.   Read next: core/reflect/reflection.h.

#pragma once

#include <string>

#include "core/object/class.h"

namespace gc {
inline namespace GC_BUILD {

// "/Script/Game.Door", which names one type of the program; empty for a class that is not
// reflected. Defined in core/reflect/reflection.cc, as the barrier's slow path is in core/collect/.
std::string ReflectedPathOf(const Class& type);

}  // namespace GC_BUILD
}  // namespace gc
