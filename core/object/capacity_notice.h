// core/object/capacity_notice.h -- what a heap has to say to whoever watches its size.
//
// A table that is nearly full should be noticed before it is full, and how many objects were made
// while the disregard window was open is what one puts into the setting. Nothing is printed here:
// whoever wants to know gives the heap a sink, and gets numbers.
//
// Read next: core/collect/capacity.cc.

#pragma once

#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

enum class CapacityNoticeKind : std::uint8_t {
  kTableNearlyFull,  // count: objects; limit: those that fit. Once.
  kTableFull,        // the same; an object could not be made
  kDisregardClosed,  // count: objects made while the window was open; limit: those that fit
};

struct CapacityNotice {
  CapacityNoticeKind kind = CapacityNoticeKind::kTableNearlyFull;
  std::uint32_t count = 0;
  std::uint32_t limit = 0;
  const char* setting = "";  // that changes the limit
};

// Called on the thread that makes the object, not under a lock.
struct CapacitySink {
  void (*say)(void* context, const CapacityNotice& notice) = nullptr;
  void* context = nullptr;
};

}  // namespace GC_BUILD
}  // namespace gc
