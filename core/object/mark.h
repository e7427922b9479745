// core/object/mark.h -- where the mark of an object is stored, and what it means in this cycle.
//
// At the start of a cycle every object must count as unreached. To clear a mark in each would cost
// a pass over the heap. Instead, two bits exchange their meanings in constant time: what read
// reachable now reads maybe-unreachable. The exchange is sound only if, before it, every managed
// object read reachable, except for those with the third bit, unreachable, which is not affected
// (flip-precondition).
//
// A mark is a byte, and it is stored twice, because two readers need it, each beside other memory:
//
//     header of the object   the marker asks it for each reference that it follows; it has the
//                            object's line in its hand, and needs no other
//     mark map, by index     the gather asks it for each index, and reads no object; so does
//                            everything that has an index, or an object that may be freed
//
// The map decides. Each marker writes the header first, and the one that won there writes the map.
// The two differ in three ways only: the gather writes unreachable into the map alone, and
// the header follows when the object's end begins; and the header tells the marker of objects for
// which the two colours do not tell all (`kSpecial`).
//
// The gather may leave the header because nothing asks it before the object's end begins: between
// the two at most one flip passes, which makes the header's old white read reachable, and that
// shades nothing.
//
// Memory order: relaxed. What a mark says reaches another thread through lists and locks, never
// through the mark itself.
//
// Upholds: mark-once (one atomic step in the header clears one bit and sets the other; exactly one
// marker wins; a mark without any of the bits gets none).
// Read next: core/collect/marker.cc.

#pragma once

#include <atomic>
#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

using MarkBits = std::uint8_t;

namespace mark {
// The two bits that exchange the meanings reachable and maybe-unreachable.
inline constexpr MarkBits kA = 1u << 0;
inline constexpr MarkBits kB = 1u << 1;
// Confirmed unreachable: the gather sets it, and it stays until the object is freed.
inline constexpr MarkBits kUnreachable = 1u << 2;
inline constexpr MarkBits kColours = kA | kB | kUnreachable;
// Born in the disregard window: has no colour, and never gets one.
inline constexpr MarkBits kPermanent = 1u << 3;
// In the header only: marked garbage (Heap::MarkGarbage); the root of a cluster.
inline constexpr MarkBits kGarbage = 1u << 4;
inline constexpr MarkBits kClusterRoot = 1u << 5;
inline constexpr MarkBits kSpecial = kPermanent | kGarbage | kClusterRoot;
}  // namespace mark

// Whether a mark is one of the two colours and nothing else, so that it tells all of its object.
inline bool IsPlain(MarkBits seen) {
  static_assert(mark::kA == 1 && mark::kB == 2);
  return static_cast<MarkBits>(seen - 1) <= 1;
}

// A mark. It may be copied only while no other thread can see the object. It is a plain byte, with
// atomic accesses, so that eight of them can be read at once where nothing else writes them.
class MarkByte {
 public:
  MarkByte(MarkBits bits = 0) : byte_(bits) {}

  MarkBits Load() const { return Atomic().load(std::memory_order_relaxed); }
  bool Has(MarkBits bits) const { return (Load() & bits) != 0; }
  // Only where no other thread writes the byte.
  void Store(MarkBits bits) { Atomic().store(bits, std::memory_order_relaxed); }
  void Set(MarkBits bits) { Atomic().fetch_or(bits, std::memory_order_relaxed); }
  void Clear(MarkBits bits) {
    Atomic().fetch_and(static_cast<MarkBits>(~bits), std::memory_order_relaxed);
  }
  // Replaces `expected` by `wanted` and returns true. If another write came first, returns false
  // and sets `expected` to the present bits.
  bool Replace(MarkBits& expected, MarkBits wanted) {
    return Atomic().compare_exchange_weak(expected, wanted, std::memory_order_relaxed);
  }

 private:
  std::atomic_ref<MarkBits> Atomic() const { return std::atomic_ref<MarkBits>(byte_); }
  mutable MarkBits byte_;
};
static_assert(sizeof(MarkByte) == 1);

// What the two bits mean in this cycle.
class Marks {
 public:
  void Flip() { reachable_ ^= mark::kA | mark::kB; }

  bool IsReachable(const MarkByte& byte) const { return byte.Has(reachable_); }
  bool IsWhite(const MarkByte& byte) const { return byte.Has(White()); }
  static bool IsUnreachable(const MarkByte& byte) { return byte.Has(mark::kUnreachable); }

  // The bits that mean reachable and white now.
  MarkBits Reachable() const { return reachable_; }
  MarkBits White() const { return reachable_ ^ (mark::kA | mark::kB); }

  // White becomes reachable; true to the one caller that did it. Other marks stay as they are.
  bool TryMark(MarkByte& byte) const {
    MarkBits seen = byte.Load();
    while ((seen & White()) != 0) {
      if (byte.Replace(seen, With(seen, reachable_))) return true;
    }
    return false;
  }
  // The same where no other thread writes the byte.
  bool TryMarkAlone(MarkByte& byte) const {
    const MarkBits seen = byte.Load();
    if ((seen & White()) == 0) return false;
    byte.Store(With(seen, reachable_));
    return true;
  }
  // The same mark with this colour instead of its own.
  static MarkBits With(MarkBits seen, MarkBits colour) {
    return static_cast<MarkBits>((seen & ~mark::kColours) | colour);
  }

  friend bool operator==(const Marks&, const Marks&) = default;

 private:
  MarkBits reachable_ = mark::kA;
};

}  // namespace GC_BUILD
}  // namespace gc
