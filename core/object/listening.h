// core/object/listening.h -- whether any heap of the process wants to be told of stores.
//
// The idle barrier may cost one load and one branch. So there is one word for the whole process:
// how many heaps are marking or have clusters; in checked builds also those that are gathering,
// where a store of a doomed object is caught.
//
// Memory order: relaxed is enough (core/pointer/barrier.h says why).

#pragma once

#include <atomic>
#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

inline std::atomic<std::uint32_t> heaps_listening{0};

// One heap's part of that number: none or one.
class Listening {
 public:
  void Set(bool listen) {
    if (listen == listening_) return;
    listening_ = listen;
    if (listen) {
      heaps_listening.fetch_add(1, std::memory_order_relaxed);
    } else {
      heaps_listening.fetch_sub(1, std::memory_order_relaxed);
    }
  }

 private:
  bool listening_ = false;
};

}  // namespace GC_BUILD
}  // namespace gc
