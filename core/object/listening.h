// core/object/listening.h -- whether any heap of the process wants to be told of stores.
//
// The idle barrier may cost one load and one branch. So there is one word for the whole process,
// with two counts: how many heaps are marking (in checked builds also those that are gathering,
// where a store of a doomed object is caught), and how many have clusters. The first want to be
// told of every store. The second want to be told only of a store into a clustered object, and few
// objects are: a table by the page of the slot says whether there can be any. It has no false no;
// the yes is looked at again (core/cluster/member_map.h).
//
// Memory order: relaxed is enough (core/pointer/barrier.h says why). Pages are entered when a
// cluster is made or grows, which no store runs beside.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
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

// In which pages of the process clustered objects are, in any heap; several pages share a count.
class ClusteredPages {
 public:
  static constexpr int kPageBits = 12;

  static bool MayHold(const void* slot) {
    const auto page = reinterpret_cast<std::uintptr_t>(slot) >> kPageBits;
    return counts_[page % kCounts].load(std::memory_order_relaxed) != 0;
  }
  // A page has its first clustered object, or has none any more.
  static void Enter(std::uintptr_t page) {
    counts_[page % kCounts].fetch_add(1, std::memory_order_relaxed);
  }
  static void Leave(std::uintptr_t page) {
    counts_[page % kCounts].fetch_sub(1, std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t kCounts = 1u << 16;
  static inline std::array<std::atomic<std::uint16_t>, kCounts> counts_{};
};

}  // namespace GC_BUILD
}  // namespace gc
