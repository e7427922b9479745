// reference/oracle/names.h -- what the mutator can name: the raw references that it may still have.
//
// A raw reference dies at a collector step. So the mutator can name what was reachable at the last
// step, and what was made or read since. Cutting an edge does not unname before the next step.
//
// Read next: reference/oracle/oracle_reads.cc.

#pragma once

#include <cstdint>
#include <vector>

#include "reference/oracle/heap.h"

namespace reference {

class Names {
 public:
  void Clear();

  bool CanName(const Heap& heap, Name object) const {
    return heap.At(object).life == Life::kAlive && IsInHand(heap, object);
  }
  // The same for an object that is born, whatever its life.
  bool IsInHand(const Heap& heap, Name object) const {
    if (heap.IsLarge()) return entries_[object].since == steps_ || heap.IsReachable(object);
    if (!known_) Learn(heap);
    return entries_[object].at_last_step || entries_[object].since == steps_;
  }

  // The object was made, or a read led to it: it can be named until the next step.
  void Made(Name object);
  void Read(Name object) { entries_[object].since = steps_; }
  // A step of the collector is over.
  void Step();

  // Works out what was reachable at the last step. To be called before the heap changes.
  void Learn(const Heap& heap) const;
  // To be called after the heap has changed, with whether it was large before.
  void Keep(Heap& heap, bool was_large);

 private:
  struct Entry {
    std::uint64_t since = 0;    // the step at which it was made, read or lost; 0: never
    bool at_last_step = false;  // it was reachable then; not in large heaps
  };
  mutable std::vector<Entry> entries_;
  std::uint64_t steps_ = 1;    // of the collector so far, plus one
  mutable bool known_ = true;  // Entry::at_last_step is up to date
};

}  // namespace reference
