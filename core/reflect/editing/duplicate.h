// core/reflect/editing/duplicate.h -- a copy of an object with all that is inside of it.
//
// A game has a crane, set up with its cabin and its hook inside of it, and wants another. The copy
// of each object has the values of its original; but what the original refers to inside of the
// crane, the copy refers to inside of the new one:
//
//     Crane            .cabin --> Crane/Cabin          Crane_2          .cabin --> Crane_2/Cabin
//     Crane/Cabin      .owner --> Crane                Crane_2/Cabin    .owner --> Crane_2
//     Crane/Cabin      .light --> Yard/Lamp            Crane_2/Cabin    .light --> Yard/Lamp
//
// That holds for strong, weak and resolved lazy references, wherever they are in a value, keys of
// maps included. A path stays the path that it is. What is inside of an object is what its outer
// leads to, at any depth, but nothing that is marked garbage, and nothing inside of that. A part
// that the class makes by itself is not made twice: the copy's own gets the values of the
// original's part of that name.
//
// A transient property keeps the value that a new object has (S2.17), and so does a member that is
// no property. The copies have the flags that the author gave the originals (public, standalone,
// transient), and none of those that keep an object.
//
// Upholds: copy-barrier (each value is assigned, and each reference stored, as by any mutator; the
// copies are born and completed as any objects are, so a marking may be under way).
// Thread rules: as for making objects. The collector must not run a step meanwhile.
// Read next: core/reflect/editing/duplicate.cc.

#pragma once

#include <string>

#include "core/heap/factory.h"

namespace gc {
inline namespace GC_BUILD {

// The copy of `original`, with the outer, name and flags of the plan. Null, and one sentence in
// `error`, if that cannot be: a property's type has no copy, a plain pointer or the key of a
// container of weak references leads inside, an object has no class object or no constructor
// without arguments, or is under construction itself, the plan's name is taken, or memory or
// indices have run out. What had been made by then has lost its name, is marked garbage, and goes
// with the next cycle; and no other object was changed.
//
// The original must be of this heap, and not doomed (aborts).
NamedObject* DuplicateObject(Heap& heap, NamedObject& original, const Plan& plan,
                             std::string& error);

// The same for an object of a known class.
template <class T>
T* Duplicate(Heap& heap, T& original, const Plan& plan, std::string& error) {
  return static_cast<T*>(DuplicateObject(heap, original, plan, error));
}

}  // namespace GC_BUILD
}  // namespace gc
