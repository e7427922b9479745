// core/object/entry.h -- the table's record of one object.
//
// An entry holds what the collector needs of an object without reading the object: its address, its
// flags, the serial of its weak references, its strong count, and its cluster. There are two
// layouts, chosen by a build option. The plain layout has a field for each. The packed layout uses
// that objects are aligned to eight bytes and that addresses have 48 bits: the address and the
// flags share one word, an entry is 16 bytes, and four entries fit one cache line. It is the one
// that is built if nothing else is said: no slower, and a heap of a million objects is eight
// megabytes smaller.
//
// Upholds: flag-writers-rmw (an unpublished entry is initialised by an atomic store; every write to
// a published one is a read-modify-write, but for the one that ends it).
// Read next: core/object/table.h.

#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include "core/object/flags.h"
#include "core/object/header.h"

#ifndef TRICOLOUR_PACKED_ENTRIES
#define TRICOLOUR_PACKED_ENTRIES 1
#endif

namespace gc {
inline namespace GC_BUILD {

inline constexpr bool kPackedEntries = TRICOLOUR_PACKED_ENTRIES != 0;

// The link of an entry to its cluster (core/cluster/clusters.h). 0: the object is in no cluster.
using ClusterLink = std::int32_t;

// Entries never move. An empty entry is all zeroes, but for the strong count of a free index: there
// stands its place in the list of free indices (core/object/free_indices.h).
struct PlainEntry {
  std::atomic<Object*> object{nullptr};  // null: the entry is not published
  Flags flags;
  std::atomic<Serial> serial{0};
  std::atomic<std::uint32_t> strong{0};  // the number of strong pointers to the object
  std::atomic<ClusterLink> cluster{0};

  Object* Occupant() const { return object.load(std::memory_order_acquire); }
  // Publishing leaves the flags as they are; they are initialised before.
  void Publish(Object& occupant) { object.store(&occupant, std::memory_order_release); }
  void Unpublish() { object.store(nullptr, std::memory_order_release); }
  // Takes the object and the flags out of it.
  void Empty() {
    Unpublish();
    flags.Vacate();
  }
};
static_assert(sizeof(PlainEntry) == 24);

// One word: the flags in the low bits, and above them the address without its three low zero bits.
class PackedWord {
 public:
  FlagWord Load() const {
    return static_cast<FlagWord>(word_.load(std::memory_order_relaxed) & kFlags);
  }
  bool Has(FlagWord bits) const { return (Load() & bits) != 0; }
  void Set(FlagWord bits) { word_.fetch_or(bits, std::memory_order_relaxed); }
  void Clear(FlagWord bits) { word_.fetch_and(~std::uint64_t{bits}, std::memory_order_relaxed); }
  FlagWord Acquire() const {
    return static_cast<FlagWord>(word_.load(std::memory_order_acquire) & kFlags);
  }
  void Finish(FlagWord bits) { word_.fetch_and(~std::uint64_t{bits}, std::memory_order_release); }
  void FinishAlone(FlagWord bits) {
    const std::uint64_t word = word_.load(std::memory_order_relaxed);
    word_.store(word & ~std::uint64_t{bits}, std::memory_order_relaxed);
  }
  void SetAlone(FlagWord bits) {
    const std::uint64_t word = word_.load(std::memory_order_relaxed);
    word_.store(word | bits, std::memory_order_relaxed);
  }
  // Only for an unpublished entry, whose word holds no address that the store could erase.
  void Initialise(FlagWord bits) { word_.store(bits, std::memory_order_relaxed); }
  void Vacate() { word_.store(0, std::memory_order_release); }

  // Whether an address fits; with tags in its high bits it does not.
  static bool Holds(const void* address) {
    return (reinterpret_cast<std::uintptr_t>(address) & kAligned) == 0 &&
           (std::uint64_t{reinterpret_cast<std::uintptr_t>(address)} >> kAddressBits) == 0;
  }
  Object* Occupant() const {
    const std::uint64_t word = word_.load(std::memory_order_acquire);
    return reinterpret_cast<Object*>((word & ~kFlags) >> kShift);
  }
  // No other thread writes the word while its object comes or goes: before, no other thread knows
  // of the object, and afterwards none may. A read-modify-write would wait for all that was stored
  // before it, and the new object's memory is seldom at hand: 25 ns for each birth.
  void Publish(Object& occupant) {
    const std::uint64_t address = reinterpret_cast<std::uintptr_t>(&occupant);
    const std::uint64_t flags = word_.load(std::memory_order_relaxed) & kFlags;
    word_.store(flags | address << kShift, std::memory_order_release);
  }
  void Unpublish() {
    const std::uint64_t flags = word_.load(std::memory_order_relaxed) & kFlags;
    word_.store(flags, std::memory_order_release);
  }

 private:
  static constexpr std::uint64_t kFlags = (std::uint64_t{1} << kFlagBits) - 1;
  static constexpr int kShift = kFlagBits - 3;
  static constexpr int kAddressBits = 48;
  static constexpr std::uintptr_t kAligned = 7;
  static_assert(kAddressBits + kShift <= 64);
  std::atomic<std::uint64_t> word_{0};
};

// Its cluster link is in an array beside the entries (Table::Cluster), which only clusters read.
struct PackedEntry {
  PackedWord flags;
  std::atomic<Serial> serial{0};
  std::atomic<std::uint32_t> strong{0};

  Object* Occupant() const { return flags.Occupant(); }
  void Publish(Object& occupant) { flags.Publish(occupant); }
  void Unpublish() { flags.Unpublish(); }
  void Empty() { flags.Vacate(); }
};
static_assert(sizeof(PackedEntry) == 16);

using Entry = std::conditional_t<kPackedEntries, PackedEntry, PlainEntry>;

// Whether the constructor of the entry's object has not run to its end. If it has, all that it
// wrote is visible to the caller. To be asked after Occupant: the flags are initialised before the
// object is published, so that no object is seen without its mark.
inline bool IsUnderConstruction(const Entry& entry) {
  return (entry.flags.Acquire() & flag::kPendingConstruction) != 0;
}

}  // namespace GC_BUILD
}  // namespace gc
