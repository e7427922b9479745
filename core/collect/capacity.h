// core/collect/capacity.h -- how many objects there may be, and the notices about that.
//
// A program that fills its object table must do without the object, or ends. So its user is warned
// before, when 85 % of the table is in use if no other number is set, and in the end is told what
// to change: the limit, the setting behind it, and the class that has most objects.
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
  // Whether the user may still have to be told.
  bool IsWatched() const { return warn_at_ != 0; }
  // Whether the user still waits for the notice that the table is nearly full, and one more object
  // makes it so.
  bool IsNearlyFull() const { return warn_at_ != 0 && heap_.Count() + 1 >= warn_at_; }
  // Whether the user need not be told yet even if so many more objects are made.
  bool HasRoomUntilNotice(std::uint32_t more) const {
    return warn_at_ == 0 || heap_.Count() + more < warn_at_;
  }
  // The notice that is due after an object was made.
  CapacityNotice NoticeOfBirth();
  // The notice that the table is full; none if it is not, and memory has run out. `tried` says what
  // was done to make room.
  std::optional<CapacityNotice> NoticeOfFull(const char* tried) const;
  void Say(const CapacityNotice& notice) const;
  // Prints to stderr why no object can be made, and what was tried.
  void SayWhyFull(const char* tried) const;

 private:
  void DumpClasses() const;
  // How many objects fit, the disregarded ones among them, since these are counted too.
  std::uint32_t Limit() const {
    return heap_.table.Capacity() - heap_.table.First() + heap_.table.LowUsed();
  }

  const Population& heap_;
  const ObjectMemory& memory_;
  std::uint32_t max_objects_ = 0;  // as set, before rounding
  std::uint32_t warn_at_ = 0;      // 0: there is no sink, or it was told
  bool dump_classes_ = false;
  CapacitySink notices_;
};

}  // namespace GC_BUILD
}  // namespace gc
