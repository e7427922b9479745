// core/pointer/clustered_granules.h -- where in the process's memory clustered objects are.
//
// A heap with clusters must be told of each store into a clustered object, and few objects are
// clustered. A store knows the address of its slot, and must find out in a few instructions whether
// that can be in one. So a table counts, for each granule of 32 bytes, the clustered objects of
// which a part is there. It is asked before any heap is, and has no false no; a yes is looked at
// again (core/cluster/member_map.h), which costs some thirty times as much. So a granule is as
// large as a small object: what is made beside a cluster often lies in the same page as its last
// members, or in the same line of memory.
//
// The table has a byte for each granule of 256 MiB, and granules at that distance share one. A
// count that has reached the most that a byte holds stays there: it was not told how many more
// there were, and so not when the last of them goes.
//
// Memory order: relaxed is enough (core/pointer/barrier.h says why). What a heap has here changes
// when a cluster of its is made, grows or goes, which no store of its runs beside; heaps of several
// threads may share a byte, so it changes by read-modify-writes.
//
// Thread rules: on any thread.   Read next: core/cluster/member_map.h.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

class ClusteredGranules {
 public:
  static constexpr int kGranuleBits = 5;
  static constexpr std::size_t kGranules = std::size_t{1} << 23;

  // Whether the slot may be in a clustered object.
  static bool MayHold(const void* slot) {
    const auto at = reinterpret_cast<std::uintptr_t>(slot);
    return CountOf(at >> kGranuleBits).load(std::memory_order_relaxed) != 0;
  }
  // A clustered object comes or goes that begins at one address, and ends before another.
  static void Enter(std::uintptr_t begin, std::uintptr_t end) {
    ForEach(begin, end, [](Count count) { return static_cast<Count>(count + 1); });
  }
  static void Leave(std::uintptr_t begin, std::uintptr_t end) {
    ForEach(begin, end, [](Count count) { return static_cast<Count>(count - 1); });
  }

 private:
  using Count = std::uint8_t;
  static constexpr Count kMost = std::numeric_limits<Count>::max();

  static std::atomic<Count>& CountOf(std::uintptr_t granule) {
    return counts_[granule % kGranules];
  }
  template <class Changed>
  static void ForEach(std::uintptr_t begin, std::uintptr_t end, const Changed& changed) {
    for (std::uintptr_t at = begin >> kGranuleBits; at <= (end - 1) >> kGranuleBits; ++at) {
      std::atomic<Count>& count = CountOf(at);
      Count seen = count.load(std::memory_order_relaxed);
      while (seen != kMost &&
             !count.compare_exchange_weak(seen, changed(seen), std::memory_order_relaxed)) {
      }
    }
  }

  static inline std::array<std::atomic<Count>, kGranules> counts_{};
};

}  // namespace GC_BUILD
}  // namespace gc
