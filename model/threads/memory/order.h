// model/threads/memory/order.h -- how much an access to memory orders, as in C++.
//
// Read next: view.h.

#pragma once

#include <cstddef>
#include <cstdint>

namespace model::threads {

using Value = std::uint8_t;
using Location = std::uint8_t;
using Thread = std::uint8_t;
inline constexpr std::size_t kMaxThreads = 4;
inline constexpr std::size_t kMaxLocations = 12;
inline constexpr std::size_t kMaxWrites = 24;  // to one location, that a thread may still read

enum class MemoryModel : std::uint8_t { kSequential, kReleaseAcquire };

enum class Order : std::uint8_t {
  kRelaxed,
  kAcquire,
  kRelease,
  kAcquireRelease,
  kSequential,  // std::memory_order_seq_cst
};
constexpr bool Acquires(Order order) {
  return order == Order::kAcquire || order == Order::kAcquireRelease || order == Order::kSequential;
}
constexpr bool Releases(Order order) {
  return order == Order::kRelease || order == Order::kAcquireRelease || order == Order::kSequential;
}

// What a thread still has before it, so that nothing is remembered for what it has not.
struct Needs {
  bool acquire_fence = false;
  bool release_fence = false;  // it has such a fence anywhere, and writes relaxed later
  bool sequential_fence = false;
  bool sequential_access = false;
};

}  // namespace model::threads
