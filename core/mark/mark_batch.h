// core/mark/mark_batch.h -- the grey objects that are scanned together.
//
// To scan an object is to read its slots, and then the mark of each object that a slot names. Both
// are somewhere in a memory that is larger than the caches, so a marker that does one after the
// other waits twice for each object, and three times for an object with two references. A batch
// asks for many at once, and only then looks at the first:
//
//     take     up to kObjects objects from the work list; ask for their lines
//     load     read their slots; note those that are not null, and ask for the lines of the targets
//     scan     object by object: what is white is marked, and is to be queued
//     settle   what was marked goes into the mark map, and to the end of the work list
//
// Where the slots are, the words of the class say (core/assembly/assembled.h): those of the object
// itself, and those in vectors and structs that it owns. What only a call can show is not loaded.
//
// No mutator runs between the first step and the last, and between `load` and `scan` nothing writes
// a slot of a loaded object but the elimination of garbage, which clears slots of the object that
// is being scanned. So the batch does what scans one after the other would have done, in the order
// in which its objects were taken; they are published in that order. Any order of scans is right:
// grey objects are a set (model/machine).
//
// Two objects of a batch may name the same white object. Its mark is written when the first of them
// is scanned, so the second finds it marked (mark-once).
//
// Owns nothing between two calls: it lives on the stack of the marker, or of a worker. Calls the
// population. Thread rules: in a step; several workers may load batches of different objects.
//
// Upholds: scan-is-atomic (a batch is finished before the slice ends), schema-is-whole.
// Read next: core/mark/scanner.cc, core/mark/parallel_marking.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/paged_list.h"
#include "core/base/work.h"
#include "core/object/header.h"
#include "core/object/slot.h"
#include "core/population/population.h"
#include "core/population/wavefront.h"

namespace gc {
inline namespace GC_BUILD {

class Assembled;

// How much work the scan of an object is: one, and one for each slot. An object of which calls show
// slots may have any number of them, and counts as kManySlots.
inline constexpr Work kManySlots = 1024;
Work WeightOf(const Object& object);
// What a scan of it by itself costs: the root of a cluster is activated, which is one step.
Work WeightAlone(const Object& object);

// How much was scanned. `sure` is the weight without what shows itself. `large` is the last object
// that counts kManySlots or more, which alone may take longer than a slice, and `larges` their
// number.
struct MarkProgress {
  Work units = 0;
  Work weight = 0;
  Work sure = 0;
  Index large = kNoIndex;
  Work larges = 0;

  void Spend(Work of_one) {
    units += 1;
    weight += of_one;
    sure += of_one < kManySlots ? of_one : 1;
  }
  void Add(const MarkProgress& more) {
    units += more.units;
    weight += more.weight;
    sure += more.sure;
    larges += more.larges;
    if (more.larges != 0) large = more.large;
  }
  // Of one that was not scanned after all.
  void TakeBack(Work of_one) {
    units -= 1;
    weight -= of_one;
    sure -= of_one < kManySlots ? of_one : 1;
  }
  void NoteLarge(Index index) {
    large = index;
    larges += 1;
  }
};

// So many bytes behind the beginning of an object its first slots end, if it has four.
inline constexpr std::size_t kSecondLine = 56;

// Asks for the second line of an object that was found white, where most have their slots if these
// are not in the line of the mark: it is soon scanned, and there is other work until then. Of any
// other object, for the line that is here already; so nothing is decided.
inline void AskForSlots(const Object& object, bool is_white) {
  __builtin_prefetch(reinterpret_cast<const std::byte*>(&object) + kSecondLine * is_white);
}

struct MarkBatch {
  static constexpr std::size_t kObjects = 128;
  static constexpr std::size_t kSlots = 1024;
  // For ends: the object is scanned by itself. It is the root of a cluster, or some of its slots
  // are found only by calls, or they are too many.
  static constexpr std::uint32_t kAlone = ~std::uint32_t{0};

  // Takes up to `most` objects from the end of a list, the last one first, and asks for their
  // lines.
  void Take(PagedList<Object*>& list, std::size_t most);
  void Take(std::vector<Object*>& list, std::size_t most);
  // The same for marked objects that no list had room for.
  void TakeLeftOver(Wavefront& wavefront, std::size_t most);
  // Reads the slots of objects until there is no room for more, or until the next object would make
  // their weight more than is allowed. One object of each batch is loaded in any case. What was
  // loaded before must have been scanned. Adds to `progress`.
  void Load(const Population& heap, Work allowed, MarkProgress& progress);

  std::size_t taken;   // objects
  std::size_t loaded;  // of them
  std::size_t filled;  // slots
  std::size_t next;    // of the slots, the next one to be looked at
  std::size_t marked;  // objects that were found white, and wait to be settled
  std::array<Object*, kObjects> objects;
  std::array<std::uint32_t, kObjects> ends;  // of each object's part of `slots`
  // What was in the slots that were not null, in the order of objects and schemas, and where.
  // One more of each: the last write may be for nothing.
  std::array<Object*, kSlots + 1> targets;
  std::array<ObjectSlot*, kSlots + 1> slots;
  std::array<Object*, kSlots + 1> found;
  // Beside each slot the number of the line that lists it; only of objects whose slots are not all
  // in rows of their own.
  std::array<std::uint16_t, kSlots + 1> lines;

 private:
  struct Flat;
  struct Open;
  void AskForTaken();
  bool LoadOne(const Population& heap, Work allowed, MarkProgress& progress);
  bool LoadFlat(Object& object, const Assembled& schema, Work allowed, MarkProgress& progress);
  bool LoadOpen(Object& object, const Assembled& schema, Work allowed, MarkProgress& progress);
  bool LoadAlone(const Object& object, Work weight, Work allowed, MarkProgress& progress);
};

}  // namespace GC_BUILD
}  // namespace gc
