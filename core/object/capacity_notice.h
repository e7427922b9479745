// core/object/capacity_notice.h -- what a heap reports of its own size.
//
// A program should learn that the object table is nearly full before it is full, and how many
// objects it made while the disregard window was open, which is the number to configure for the
// window. The heap prints nothing: it reports numbers to a sink, if the program gave it one.
//
// Read next: core/collect/capacity.cc.

#pragma once

#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

enum class CapacityNoticeKind : std::uint8_t {
  kTableNearlyFull,  // count: objects; limit: how many fit. Reported once.
  kTableFull,        // count and limit as above; an object could not be made
  kDisregardClosed,  // count: objects made in the window; limit: how many fit
};

struct CapacityNotice {
  CapacityNoticeKind kind = CapacityNoticeKind::kTableNearlyFull;
  std::uint32_t count = 0;
  std::uint32_t limit = 0;
  const char* setting = "";  // the name of the setting that changes the limit
  const char* tried = "";    // kTableFull: what was done to make room, or why nothing was
};

// Thread rules: `say` is called on the thread that makes the object, under no lock of the heap.
struct CapacitySink {
  void (*say)(void* context, const CapacityNotice& notice) = nullptr;
  void* context = nullptr;
};

}  // namespace GC_BUILD
}  // namespace gc
