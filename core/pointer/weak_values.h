// core/pointer/weak_values.h -- weak references to the parts of a template become weak references
// to the copy's own.
//
// A schema shows what keeps alive, so a weak reference has no line in it: it is a value like any
// other, and is copied as one. Then the new object would look at a part of its default object, and
// whoever changes it would change every object that is made later.
//
// Upholds: copy-barrier (as far as a weak reference needs one).
// Thread rules: as for a store into the object.
// Read next: core/heap/template.cc.

#pragma once

#include "core/object/class.h"

namespace gc {
inline namespace GC_BUILD {

class Collector;

// Gives each weak reference in the properties of a reflected class what own_of(context, target)
// yields for its target. Keys of maps and elements of sets stay, as they cannot change in their
// place. Defined in core/reflect/editing/weak_values.cc, as only reflection knows the types.
void LeadWeakReferences(const Collector& heap, const Class& type, Object& object,
                        Object* (*own_of)(void* context, Object* target), void* context);

}  // namespace GC_BUILD
}  // namespace gc
