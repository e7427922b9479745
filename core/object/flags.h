// core/object/flags.h -- the bits of an entry's flag word.
//
// Everything the collector has to remember of an object fits one word in its table entry, so that a
// sweep touches the table and no object. The word is atomic. An entry that nobody can see is
// initialised by a store (an atomic one: a stale weak reference may be reading it); once it is
// published, every writer is a read-modify-write, or it would undo what another thread just wrote.
//
// Read next: core/object/mark.h.

#pragma once

#include <atomic>
#include <cstdint>

#include "core/object/build.h"

namespace gc::inline GC_BUILD {

using FlagWord = std::uint32_t;

namespace flag {
// Two bits that take turns to mean reachable and maybe-unreachable; mark.h knows whose turn it is.
inline constexpr FlagWord kMarkA = 1u << 0;
inline constexpr FlagWord kMarkB = 1u << 1;
// Confirmed: replaces maybe-unreachable at the gather, and stays until the object is freed.
inline constexpr FlagWord kUnreachable = 1u << 2;
inline constexpr FlagWord kReachability = kMarkA | kMarkB | kUnreachable;

inline constexpr FlagWord kRoot = 1u << 3;      // by AddRoot
inline constexpr FlagWord kBegun = 1u << 4;     // begin-destroy was called
inline constexpr FlagWord kFinished = 1u << 5;  // finish-destroy was called
inline constexpr FlagWord kRecycled = 1u << 6;  // the index had another object before
// The base is constructed, the rest is not: kept, in no list, absent for whoever looks it up.
inline constexpr FlagWord kPendingConstruction = 1u << 31;
inline constexpr FlagWord kNamed = 1u << 30;  // its heap's directory knows it
}  // namespace flag

// A flag word of a published entry. The orders are relaxed: what the flags say about an object is
// handed to another thread by lists and locks, never by the flags themselves.
class Flags {
 public:
  FlagWord Load() const { return word_.load(std::memory_order_relaxed); }
  bool Has(FlagWord bits) const { return (Load() & bits) != 0; }
  void Set(FlagWord bits) { word_.fetch_or(bits, std::memory_order_relaxed); }
  void Clear(FlagWord bits) { word_.fetch_and(~bits, std::memory_order_relaxed); }
  // Replaces `expected` by `wanted` if nobody was faster; else says what stands there instead.
  bool Replace(FlagWord& expected, FlagWord wanted) {
    return word_.compare_exchange_weak(expected, wanted, std::memory_order_relaxed);
  }
  // For an entry that is not published.
  void Initialise(FlagWord bits) { word_.store(bits, std::memory_order_relaxed); }

 private:
  std::atomic<FlagWord> word_{0};
};

}  // namespace gc::inline GC_BUILD
