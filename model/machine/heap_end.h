// model/machine/heap_end.h -- a heap is dropped: all its objects end, and its machinery serves the
// next heap.
//
// Every object is doomed, whatever its roots, also those of a purge that is pending and those that
// wait. From then on the units are those of a purge, except that no object is waited for, and that
// permanent objects are freed last.
//
// Read next: purger.h.

#pragma once

#include "model/machine/state.h"
#include "model/machine/switches.h"

namespace model {

class HeapEnd {
 public:
  explicit HeapEnd(const Switches& switches) : switches_(switches) {}

  // Whether the heap may be dropped: nothing outside holds an object, no constructor runs, and the
  // worker has freed what it was handed.
  bool MayDrop(const State& state) const;
  void Drop(State& state) const;
  // Whether everything was freed.
  static bool MayReopen(const State& state);
  static void Reopen(State& state);

 private:
  Switches switches_;
};

}  // namespace model
