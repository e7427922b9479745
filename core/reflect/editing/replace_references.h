// core/reflect/editing/replace_references.h -- all references to one object lead to another from
// now on.
//
// An asset was imported again, and a thousand objects refer to the old one. Each slot in the heap
// that holds it gets the new one, through the barrier:
//
//     before    Door.lock --> Old     Chest.locks[2] --> Old      Old/Spring.outer --> Old
//     after     Door.lock --> New     Chest.locks[2] --> New      Old/Spring.outer --> Old
//
// Slots are those that the collector follows, in all objects that are not doomed, whether their
// class is described by macros, by the header tool or by hand, and those that a VisitReferences
// shows. With them change the weak references that reflected properties show. What stays is
// reported: class and outer, which never change; plain pointers, which have no barrier; a slot that
// may not lead to an object of the new one's class; what a disregarded object holds, which is never
// scanned; a key that its map has already.
//
// A slot of a reflected property takes what its type takes. Of any other slot only what it holds is
// known; so it takes an object of that object's class, or of one derived from it. References from
// outside of the heap (roots, strong pointers, locals, referencers) and paths stay.
//
// Upholds: insertion-barrier (a marking may be under way).
// Thread rules: on the collector's thread, between its steps; no other mutator uses the heap
// meanwhile.
// Read next: core/reflect/editing/replace_references.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/heap/heap.h"
#include "core/reflect/editing/slot_edit.h"

namespace gc {
inline namespace GC_BUILD {

enum class WhyLeft : std::uint8_t {
  kImmutable,     // class, outer: never changed while the holder lives
  kPlainPointer,  // it would be written past the barrier
  kOtherClass,    // the new object is of no class that the slot may refer to
  kNotScanned,    // the holder is disregarded, and the new object is neither that nor kept
  kKeyTaken,      // the map has the new key already, and an entry would be lost; or a weak key
};
inline constexpr std::size_t kWhysLeft = 5;

// References of one field that still lead to an old object.
struct LeftReference {
  Index holder = kNoIndex;
  const char* field = "";  // static: the name of the line or property
  WhyLeft why = WhyLeft::kImmutable;
  std::uint32_t count = 0;
};

struct Replaced {
  std::size_t strong = 0;  // slots that lead to a new object now
  std::size_t weak = 0;
  std::vector<LeftReference> left = {};  // in the order of holders
  // Memory ran out: each slot is as before or as it is to be, and a second call goes on.
  bool ran_out = false;

  std::size_t LeftFor(WhyLeft why) const;
};

// The map leads from old objects to new ones, or to null; all are replaced at once, so that two can
// be exchanged. Objects must be of this heap, and new ones not doomed (aborts).
Replaced ReplaceReferences(Heap& heap, const ObjectMap& map);
Replaced ReplaceReferences(Heap& heap, Object& from, Object* to);

// "Door 7.outer, 1 times: it never changes".
std::string DescriptionOf(const Heap& heap, const LeftReference& left);

}  // namespace GC_BUILD
}  // namespace gc
