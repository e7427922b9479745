// core/object/listening.h -- whether any heap of the process wants to be told of stores.
//
// The idle barrier may cost one load and one branch. So there is one word for the whole process,
// with two counts: how many heaps are marking (in checked builds also those that are gathering,
// where a store of a doomed object is caught), and how many have clusters. The first want to be
// told of every store. The second want to be told only of a store into a clustered object, and few
// objects are (core/pointer/clustered_granules.h).
//
// Memory order: relaxed is enough (core/pointer/barrier.h says why).

#pragma once

#include <atomic>
#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

inline std::atomic<std::uint32_t> heaps_listening{0};
// What a heap adds to the word: one that wants to be told of every store, and one with clusters.
inline constexpr std::uint32_t kHeapThatMarks = 1;
inline constexpr std::uint32_t kHeapWithClusters = 1u << 16;
// Whether the word says that some heap wants to be told of every store.
inline bool AnyMarks(std::uint32_t word) { return word % kHeapWithClusters != 0; }

// One heap's part of the word, of one kind.
class Listening {
 public:
  explicit Listening(std::uint32_t kind) : kind_(kind) {}
  void Set(bool listen) {
    if (listen == listening_) return;
    listening_ = listen;
    if (listen) {
      heaps_listening.fetch_add(kind_, std::memory_order_relaxed);
    } else {
      heaps_listening.fetch_sub(kind_, std::memory_order_relaxed);
    }
  }
  // What this adds to the word now.
  std::uint32_t part() const { return listening_ ? kind_ : 0; }

 private:
  const std::uint32_t kind_;
  bool listening_ = false;
};

}  // namespace GC_BUILD
}  // namespace gc
