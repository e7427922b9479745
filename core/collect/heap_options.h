// core/collect/heap_options.h -- what a heap is told when it is made.
//
// Read next: core/heap/heap.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/build.h"
#include "core/cluster/cluster_options.h"
#include "core/fault_set.h"
#include "core/object/capacity_notice.h"
#include "core/object/origin.h"
#include "core/pointer/local.h"

namespace gc {
inline namespace GC_BUILD {

class Lock;

// What to do when a class lists fields that go past the barrier (Reference::ToRaw), and a trace in
// slices is asked for. Such a field may take a white object into a black holder unseen.
enum class RawFields : std::uint8_t {
  kRefuse,  // abort, and name the field
  kAllow,   // the user knows, and changes none of them while a trace is pending
};

// A field of a class that goes past the barrier.
struct RawField {
  const char* class_name = "";
  const char* field = "";
};

struct HeapOptions {
  std::uint32_t max_objects = 2 * 1024 * 1024;  // rounded up to whole chunks, and one chunk more
  std::size_t max_bytes = std::numeric_limits<std::size_t>::max();  // of objects
  Locals locals = Locals::kDead;
  RawFields raw_fields = RawFields::kRefuse;
  std::uint32_t workers = 1;    // threads that do a step's work, the caller's included
  Lock* lock = nullptr;         // several mutator threads use it, in sections of this lock
  bool begin_in_slices = true;  // or all doomed objects begin in the step that ends a gather
  bool preallocate = false;     // the whole table at once, in one block, instead of by chunks
  bool reuse_indices = true;    // released ones before new ones
  // So many objects, if they are made while the disregard window is open (it is open until it is
  // closed), are never collected and never scanned. 0: the window has no effect. What they refer to
  // must be disregarded or rooted; Heap::Store sees to it.
  std::uint32_t max_disregarded = 0;
  std::size_t permanent_bytes = 0;      // the pool that they live in, if they fit
  std::uint32_t warn_at_objects = 0;    // a notice when there are so many; 0: never
  bool dump_classes_when_full = false;  // objects by class, before New aborts
  CapacitySink notices = {};
  ClusterOptions clusters = {};
  // Whose references to objects marked garbage are cleared by a trace that comes to them; the
  // others are followed, and keep the object.
  Origins eliminate = Origins::All();
  FaultSet faults = {};  // the rules to break; only the faulty build can
};

}  // namespace GC_BUILD
}  // namespace gc
