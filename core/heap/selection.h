// core/heap/selection.h -- visits the objects of a heap that have a class, an outer and flags.
//
// Tools and games ask for "all doors of this level that are to be saved". A look-up by class or by
// outer (core/heap/lookup.h) reads one list and answers named objects only. A visit of a selection
// reads the whole table, answers any object, and checks all conditions together.
//
// A visit is a weak read of many objects: it shows nothing that is doomed or under construction,
// and shades what it shows while marking. It leaves out what is marked garbage, and the default
// objects of classes with what is inside them, unless the selection asks for them.
//
// The table can be read by all workers of the heap at once. They only choose; the caller's thread
// shades what they chose, because a worker is no mutator of the heap; then they show it:
//
//     workers   choose from their pieces of the table
//     caller                                           shades all that was chosen
//     workers                                                                      visit
//
// Happens-before: each call of the workers returns to the caller after all its tasks
// (core/base/workers.h), so the arrows of the picture are edges. Two visits are not ordered.
//
// Upholds: weak-read-barrier, doomed-is-hidden, construction-is-kept.
// Thread rules: the serial visit as the heap's; the other on the collector's thread. While either
// runs, no object is renamed.
// Read next: core/heap/selection.cc.

#pragma once

#include <type_traits>

#include "core/heap/heap.h"
#include "core/heap/lookup.h"
#include "core/heap/named_object.h"

namespace gc {
inline namespace GC_BUILD {

// Which objects a visit shows. All conditions must hold; those that are left as they are here
// always do.
struct Selection {
  const Class* type = nullptr;                // the compiled class
  const ClassObject* class_object = nullptr;  // the same for classes made while the program runs
  Lookup::Derived derived = Lookup::Derived::kIncluded;  // of the two classes above
  const NamedObject* outer = nullptr;
  Lookup::Depth depth = Lookup::Depth::kAtAnyDepth;  // inside the outer
  ObjectFlags with = object_flag::kNone;             // has all of these
  ObjectFlags without = object_flag::kNone;          // has none of these
  FlagWord entry_with = 0;                           // the same for flags of the entry:
  FlagWord entry_without = 0;                        // flag::kRoot and flag::kKeep
  bool garbage = false;                              // true: shows what is marked garbage too
  bool defaults = false;                             // true: shows default objects too
};

// The visits below, for a function and its context.
using ShowObject = void (*)(void* context, Object& object);
void ShowSelected(Heap& heap, const Selection& which, ShowObject show, void* context);
void ShowSelectedTogether(Heap& heap, const Selection& which, ShowObject show, void* context);

// Calls visit(Object&) once for each object of the selection, in the order of indices. The visitor
// may make objects; those at new indices are not visited. It may not run the collector.
template <class Visit>
void ForEachSelected(Heap& heap, const Selection& which, Visit&& visit) {
  ShowSelected(
      heap, which,
      [](void* context, Object& object) {
        (*static_cast<std::remove_reference_t<Visit>*>(context))(object);
      },
      const_cast<void*>(static_cast<const void*>(&visit)));
}
// The same for a C++ type, in place of `which.type`: calls visit(T&).
template <class T, class Visit>
void ForEachSelected(Heap& heap, Selection which, Visit&& visit) {
  which.type = &T::kClass;
  ForEachSelected(heap, which, [&visit](Object& object) { visit(static_cast<T&>(object)); });
}

// The same in any order and by all workers at once, if the heap has some (HeapOptions::workers);
// else one after the other. The visitor is called on several threads at the same time, each object
// once. It may read objects and change plain fields of the one that it is shown; it may not make
// objects, store references, or run the collector.
template <class Visit>
void ForEachSelectedTogether(Heap& heap, const Selection& which, Visit&& visit) {
  ShowSelectedTogether(
      heap, which,
      [](void* context, Object& object) {
        (*static_cast<std::remove_reference_t<Visit>*>(context))(object);
      },
      const_cast<void*>(static_cast<const void*>(&visit)));
}
template <class T, class Visit>
void ForEachSelectedTogether(Heap& heap, Selection which, Visit&& visit) {
  which.type = &T::kClass;
  ForEachSelectedTogether(heap, which,
                          [&visit](Object& object) { visit(static_cast<T&>(object)); });
}

}  // namespace GC_BUILD
}  // namespace gc
