// core/reflect/editing/reload.h -- live objects become objects of the class that theirs has become.
//
// A library was compiled again while the program runs, and its new classes have other members. The
// heap is full of objects of the old ones. An object cannot grow in its place, so each gets a
// successor of the new class, and everything that led to the old object leads to the successor:
//
//     before    Hall/Door  of the old class, width 3           Key.opens --> Hall/Door
//               Hall/Door/Handle
//     after     Hall/Door  of the new class, width 3.0         Key.opens --> Hall/Door
//               Hall/Door/Handle, the same object
//               Hall/Door_7_replaced, what Hall/Door was, marked garbage
//
// A value goes to the property of the same name (core/reflect/editing/value_conversion.h), if it
// differs from that of the default object of the old class; an untouched property has the new
// default (S3.7). A struct goes member by member, and a reference to a part of its own is untouched
// wherever it is. What is inside of an object moves inside of its successor, but for parts that the
// new class makes by itself: these get the values of the old ones. The successor has the name, the
// outer and the author's flags, and the root and keep flags move to it. Classes that refer to one
// another are changed in one call. An object of a class that is not named in it, a derived one for
// instance, keeps its layout.
//
// What still leads to an old object is reported: what ReplaceReferences leaves, and that strong
// pointers outside of the heap hold it. Locals and referencers stay with the old object untold; so
// does an object that is under construction, in its place and with its references.
//
// Upholds: copy-barrier, insertion-barrier (a marking may be under way).
// Thread rules: as for making objects. The collector must not run a step meanwhile, and no other
// mutator uses the heap.
// Read next: core/reflect/editing/reload.cc.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/heap/factory.h"
#include "core/pointer/path.h"
#include "core/reflect/editing/replace_references.h"

namespace gc {
inline namespace GC_BUILD {

// Objects of the one class, but of none that is derived from it, become objects of the other. They
// need nothing in common.
struct ReloadedClass {
  ClassObject* from = nullptr;
  ClassObject* to = nullptr;
};

// A property of which something was left out: its new name or type has no place for it.
struct LostValue {
  const Class* from = nullptr;
  const char* property = "";  // static: its name in the old class, or that of a line by hand
  std::size_t objects = 0;
  std::size_t parts = 0;  // elements and members of values; 1 for a whole value
};

struct Reloaded {
  std::size_t objects = 0;  // that have a successor
  std::size_t parts = 0;    // that a class makes by itself, and that got the values of the old ones
  std::size_t moved = 0;    // into a successor
  std::vector<LostValue> lost = {};
  Replaced references = {};
  std::size_t held = 0;  // old objects to which strong pointers outside of the heap lead
  // Without memory for a name the successor has a made-up one, and what was to be moved stays where
  // it was: so many objects. So does what a part of another class took the name of.
  std::size_t misplaced = 0;
};

// The classes must be of this heap (aborts). `paths` is for soft and lazy references whose type
// changes; without it these are left out.
//
// None, and one sentence in `error`, if that cannot be: a class is to change twice or into itself,
// or is that of classes or of packages; an object is disregarded for good; or memory or indices
// have run out. Then every reference leads where it did, and successors that were made by then are
// marked garbage. Only if there is not even the memory to undo what was replaced, some lead to
// successors; the error says so, and neither they nor the old objects are marked garbage.
std::optional<Reloaded> Reload(Heap& heap, std::span<const ReloadedClass> changes, PathTable* paths,
                               std::string& error);

}  // namespace GC_BUILD
}  // namespace gc
