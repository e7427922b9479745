// core/reflect/editing/value_copy.h -- copies a value of a type that is known at run time only.
//
// A transient property of a struct is not copied: in an object it keeps what it has, and in a
// container, where each element is made anew, it has what a new struct has.
//
// Thread rules: as for an assignment.
// Read next: core/reflect/editing/duplicate.cc.

#pragma once

#include "core/reflect/value_type.h"

namespace gc {
inline namespace GC_BUILD {

// Whether CopyValue can copy all values of the type.
bool CanCopyValue(const ValueType& type);
// Assigns through the barrier, by the type's own assignment. A std::bad_alloc if there is no
// memory; then `to` has any value.
void CopyValue(const ValueType& type, void* to, const void* from);

}  // namespace GC_BUILD
}  // namespace gc
