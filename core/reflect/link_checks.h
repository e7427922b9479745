// core/reflect/link_checks.h -- what linking asks of the types that a property is made of.
//
// A line shows what a C++ type says of its references. Only the descriptions say what a struct
// holds; so what is in a struct, also in one inside of a container, is looked at when the class
// that has it is linked.
//
// Thread rules: as for descriptions, which are constant (core/reflect/reflection.h).
// Source: S4.9, S5.10.   Read next: core/reflect/linking.cc.

#pragma once

#include "core/object/property.h"
#include "core/reflect/value_type.h"

namespace gc {
inline namespace GC_BUILD {

// Aborts, and names the property, if it or a struct that it is made of has a container of
// structs with references outside of gc::Container: its references would be followed by nobody.
void MustHaveALine(const Property& property);

// Whether a struct in the type has a plain pointer that is followed: then the line of what contains
// it is raw too, and the heap is collected with the world stopped (S5.22).
bool HasRawInside(const ValueType& type);

}  // namespace GC_BUILD
}  // namespace gc
