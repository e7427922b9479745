// model/threads/memory/view.h -- what happened before a point of a thread, as far as it matters.
//
// C++ says what a thread may read by a relation between events: what happened before. Remembering
// the events would take more memory with every step. Three questions are asked about them, and a
// view answers these:
//
//   Which is the newest write to a location that was written or read before? No older one may be
//   read, and no new write may be put behind it.
//   Which accesses were before? One that was not, and conflicts, is a data race.
//   Which sequentially consistent events were before? They are numbered in their total order.
//
// Read next: total_order.h.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "model/threads/memory/order.h"

namespace model::threads {

// A set of accesses to one location: for each kind and thread, its last.
using Accesses = std::uint16_t;
enum class AccessKind : std::uint8_t { kPlainRead, kPlainWrite, kAtomicRead, kAtomicWrite };
constexpr Accesses AccessOf(AccessKind kind, Thread thread) {
  return static_cast<Accesses>(1u << (static_cast<unsigned>(kind) * kMaxThreads + thread));
}

// A memory has hundreds of views, most of them unused, and is copied at each step. So a view has no
// first value of its own; `View{}` is the empty one.
struct View {
  std::array<std::uint8_t, kMaxLocations> newest;  // a place in the location's order
  std::array<Accesses, kMaxLocations> known;
  // Places in the total order of sequentially consistent events; 0: there is none.
  std::uint8_t fence;  // the last fence that happened before
  std::uint8_t event;  // the last event that strongly happened before what follows

  void Join(const View& more) {
    for (std::size_t where = 0; where < kMaxLocations; ++where) {
      newest[where] = std::max(newest[where], more.newest[where]);
      known[where] |= more.known[where];
    }
    fence = std::max(fence, more.fence);
    event = std::max(event, more.event);
  }
};

}  // namespace model::threads
