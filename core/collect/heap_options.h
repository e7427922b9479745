// core/collect/heap_options.h -- the settings of a heap, given when it is made.
//
// Read next: core/heap/heap.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "core/base/build.h"
#include "core/cluster/cluster_options.h"
#include "core/fault_set.h"
#include "core/object/capacity_notice.h"
#include "core/object/origin.h"
#include "core/pointer/local.h"

namespace gc {
inline namespace GC_BUILD {

class Lock;

// What happens when marking in slices is asked for and a class lists fields that go past the
// barrier (Reference::ToRaw). Through such a field a black object may come to refer to a white one
// unnoticed. With the world stopped they are sound, and nothing happens. The values are those of
// the setting verify.raw_members, in its order (S5.22).
enum class RawFields : std::uint8_t {
  kAllow,   // the user promises to change none of them while marking
  kLog,     // the same, and each field is named once
  kRefuse,  // abort, and name all of them
};

// A field of a class that goes past the barrier.
struct RawField {
  const char* class_name = "";
  const char* field = "";

  friend bool operator==(const RawField& a, const RawField& b) {
    return std::string_view(a.class_name) == b.class_name && std::string_view(a.field) == b.field;
  }
};

// What New does when the table is full or the memory has run out, before it answers null or aborts.
// Neither is done in a constructor or a callback, nor where a step may not be taken because of the
// heap's lock (core/collect/capacity.cc).
enum class WhenFull : std::uint8_t {
  // Frees what is doomed already. No local can refer to it, so New kills no reference.
  kFinishPurge,
  // If that is not enough, runs a whole collection, with the mask of the last one. Then New is a
  // step of the collector: references that the caller holds across it are dead, unless something
  // keeps their objects. A collection that frees nothing is run again by the next New.
  kCollect,
};

// Thread rules: `say` is called on the thread that starts a cycle or makes an object, under no lock
// of the heap.
struct RawFieldSink {
  void (*say)(void* context, const RawField& field) = nullptr;
  void* context = nullptr;
};

// An option whose comment begins with * may change while the heap lives (Heap::Change).
struct HeapOptions {
  std::uint32_t max_objects = 2 * 1024 * 1024;  // rounded up to whole chunks, plus one chunk
  std::size_t max_bytes = std::numeric_limits<std::size_t>::max();  // of all objects together
  Locals locals = Locals::kDead;
  RawFields raw_fields = RawFields::kRefuse;  // *
  RawFieldSink raw_field_log = {};  // of kLog; without a function, lines on the standard error
  std::uint32_t workers = 1;        // threads that do a step's work, with the caller's
  bool parallel = true;             // * false: the workers do nothing, and are not made
  // * The fewest indices of a gather that a worker is given, at least 1.
  std::uint32_t task_objects = 20;
  bool destroy_off_thread = true;  // * with workers: one destroys the objects that allow it
  // * Marking looks at each reference before it follows it. One that leads to no object of the heap
  // aborts, and holder and field are named. Costs a look at each target.
  bool names_in_trace = false;
  Lock* lock = nullptr;         // not null: several threads use the heap, in its sections
  bool begin_in_slices = true;  // false: all doomed begin in the step that ends a gather
  // Not 0: objects finish and are freed in an order that this number and the number of the batch
  // give. No order is promised (S12.5), and a program that relies on one can be found with this.
  // 0: in the order of their indices.
  std::uint64_t shuffle_purge = 0;
  // So many objects that are stored while marking are shaded together, 128 at most, and all of them
  // before the next step begins; until then they count as grey. 0: each in its store, as in a heap
  // with a lock, while workers destroy, or with clusters. It changes the speed of stores only.
  std::uint32_t deferred_stores = 128;
  bool preallocate = false;   // the whole table in one block at once, not by chunks
  bool reuse_indices = true;  // released ones before new ones
  // So many objects, if they are made while the disregard window is open, are never collected and
  // never scanned; the window is open from the start until it is closed. 0: there is no window.
  // What these objects refer to must be disregarded or rooted, which Heap::Store checks.
  std::uint32_t max_disregarded = 0;
  std::size_t permanent_bytes = 0;  // of the pool for these objects; others go elsewhere
  WhenFull when_full = WhenFull::kFinishPurge;
  // A notice at this count of objects; 0: when the table is 85 % full.
  std::uint32_t warn_at_objects = 0;
  bool dump_classes_when_full = false;  // prints objects by class before New aborts
  CapacitySink notices = {};
  ClusterOptions clusters = {};  // *
  // * The origins whose references to objects marked garbage are cleared when marking comes to
  // them. References of other origins are followed, and keep the object.
  Origins eliminate = Origins::All();
  FaultSet faults = {};  // the rules to break; only the faulty build can
};

}  // namespace GC_BUILD
}  // namespace gc
