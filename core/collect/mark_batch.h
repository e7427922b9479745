// core/collect/mark_batch.h -- the grey objects that are scanned together.
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
// No mutator runs between the first step and the last, and between `load` and `scan` nothing writes
// a slot of a loaded object but the elimination of garbage, which clears slots of the object that
// is being scanned. So the batch does what scans one after the other would have done, in the order
// in which its objects were taken; they are published in that order. Any order of scans is right:
// grey objects are a set (model/machine).
//
// Two objects of a batch may name the same white object. Its mark is written when the first of them
// is scanned, so the second finds it marked (mark-once).
//
// Owns nothing between two calls: it lives on the stack of Marker::ScanSome.
//
// Upholds: scan-is-atomic (a batch is finished before the slice ends).
// Read next: core/collect/scan.cc.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/object/header.h"
#include "core/object/slot.h"

namespace gc {
inline namespace GC_BUILD {

struct MarkBatch {
  static constexpr std::size_t kObjects = 128;
  static constexpr std::size_t kSlots = 1024;
  // For ends: the object is scanned by itself. It is the root of a cluster, or its slots are found
  // only by calls, or they are too many.
  static constexpr std::uint32_t kAlone = ~std::uint32_t{0};

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
};

}  // namespace GC_BUILD
}  // namespace gc
