// core/base/striped_counter.h -- a number to which several threads add.
//
// A number that each birth changes is one line of memory, and threads that make objects at once
// would take it from one another at each: they would be slower together than one of them alone. So
// the number is a sum of some parts, each in a line of its own, and a thread adds to its part. More
// threads than parts share them.
//
// Happens-before: none. A sum that is asked for while others add is an answer that may be out of
// date at once; a thread that was ordered behind them has their parts.
//
// Thread rules: Add on any thread, AddAlone where no other thread adds.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

// Counts modulo 2^32: a part may fall below zero.
class StripedCounter {
 public:
  void Add(std::uint32_t change) {
    parts_[OwnPart()].number.fetch_add(change, std::memory_order_relaxed);
  }
  [[gnu::always_inline]] void AddAlone(std::uint32_t change) {
    std::atomic<std::uint32_t>& first = parts_[0].number;
    const std::uint32_t before = first.load(std::memory_order_relaxed);
    first.store(before + change, std::memory_order_relaxed);
  }
  std::uint32_t Sum() const {
    std::uint32_t sum = 0;
    for (const Part& part : parts_) sum += part.number.load(std::memory_order_relaxed);
    return sum;
  }
  void Clear() {
    for (Part& part : parts_) part.number.store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t kParts = 8;
  struct alignas(64) Part {
    std::atomic<std::uint32_t> number{0};
  };
  static std::size_t OwnPart() {
    static std::atomic<std::uint32_t> threads{0};
    static thread_local const std::size_t own =
        threads.fetch_add(1, std::memory_order_relaxed) % kParts;
    return own;
  }

  std::array<Part, kParts> parts_;
};

}  // namespace GC_BUILD
}  // namespace gc
