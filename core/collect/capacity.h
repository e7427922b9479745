// core/collect/capacity.h -- how many objects there may be, and what is said when there are.
//
// A table that is full is the end of the program that fills it, so its owner is told before, and
// at the end learns what to change: the limit, the setting behind it, and of which class there are
// so many.
//
// Owns what the user said about the size of the table. Calls the sink of notices, the population
// and the memory. Thread rules: NoticeOf under the table lock; Say and SayWhyFull outside of it.
//
// Read next: core/collect/births.h.

#pragma once

#include <cstdint>
#include <optional>

#include "core/collect/heap_options.h"
#include "core/memory/memory.h"
#include "core/object/capacity_notice.h"
#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

class Capacity {
 public:
  Capacity(const Population& heap, const ObjectMemory& memory) : heap_(heap), memory_(memory) {}
  Capacity(const Capacity&) = delete;
  Capacity& operator=(const Capacity&) = delete;

  void Open(const HeapOptions& options);
  // Whether a notice may be due when an object was made.
  bool Warns() const { return warn_at_ != 0; }
  // What there is to say when an object was made, or could not be.
  std::optional<CapacityNotice> NoticeOf(bool made);
  void Say(const CapacityNotice& notice) const;
  // Prints the reason why no object can be made.
  void SayWhyFull() const;

 private:
  const Population& heap_;
  const ObjectMemory& memory_;
  std::uint32_t max_objects_ = 0;  // as set, before rounding
  std::uint32_t warn_at_ = 0;      // 0: never, or never again
  bool dump_classes_ = false;
  CapacitySink notices_;
};

}  // namespace GC_BUILD
}  // namespace gc
