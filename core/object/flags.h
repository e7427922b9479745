// core/object/flags.h -- the bits of an entry's flag word.
//
// What the collector must remember of an object, beside its mark (core/object/mark.h), fits one
// word in its table entry, so that it is known without the object. The word is atomic. An
// unpublished entry is initialised by a store, an atomic one, because a stale weak reference may be
// reading it. Every write to a published entry is a read-modify-write, because a plain store would
// undo what another thread just wrote.
//
// Read next: core/object/mark.h.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

using FlagWord = std::uint32_t;

namespace flag {
inline constexpr FlagWord kRoot = 1u << 0;      // in the root set, by AddRoot
inline constexpr FlagWord kBegun = 1u << 1;     // begin-destroy was called
inline constexpr FlagWord kFinished = 1u << 2;  // finish-destroy was called
inline constexpr FlagWord kRecycled = 1u << 3;  // the index belonged to another object before

// Each of these flags keeps its object alive while it is set (keep-flags-are-roots).
inline constexpr FlagWord kNative = 1u << 4;        // a type from compiled code
inline constexpr FlagWord kAsync = 1u << 5;         // made by another thread, and not handed over
inline constexpr FlagWord kLoading = 1u << 6;       // is being loaded
inline constexpr FlagWord kLoadingLate = 1u << 7;   // is in the second phase of loading
inline constexpr FlagWord kLoaderImport = 1u << 8;  // an object that is being loaded refers to it
inline constexpr FlagWord kKeep = kNative | kAsync | kLoading | kLoadingLate | kLoaderImport;

// The base is constructed, the rest is not: kept, in no list, and not found by any look-up. It is
// set before the entry is published, and cleared when the constructor has run.
inline constexpr FlagWord kPendingConstruction = 1u << 9;
inline constexpr FlagWord kNamed = 1u << 10;  // it stands in its heap's directory of names
// Born in the disregard window; it never has a colour.
inline constexpr FlagWord kDisregarded = 1u << 11;
inline constexpr FlagWord kBegunByHand = 1u << 12;  // begun by Heap::BeginDestroy
inline constexpr FlagWord kGarbage = 1u << 13;      // by Heap::MarkGarbage
// Flags of clusters (core/cluster/clusters.h).
inline constexpr FlagWord kClusterRoot = 1u << 14;         // its link leads to a cluster's record
inline constexpr FlagWord kReachableInCluster = 1u << 15;  // marking reached its cluster through it
// What the end of an object asks of its class, so that it is known without the object
// (core/purge/plain_sweep.h): no code of the user runs then. And how large it is: as its slot, or
// eight bytes less.
inline constexpr FlagWord kPlain = 1u << 16;
inline constexpr FlagWord kHalfSlot = 1u << 17;
}  // namespace flag

// All flags are below this bit; a packed entry has no room for more (core/object/entry.h).
inline constexpr int kFlagBits = 18;

struct NamedFlag {
  FlagWord flag;
  const char* name;
};
// The names of the flags. The numbers are private and may change, so tools use the names.
inline constexpr std::array kNamedFlags{
    NamedFlag{flag::kRoot, "root"},
    NamedFlag{flag::kBegun, "begun"},
    NamedFlag{flag::kFinished, "finished"},
    NamedFlag{flag::kRecycled, "recycled"},
    NamedFlag{flag::kNative, "native"},
    NamedFlag{flag::kAsync, "async"},
    NamedFlag{flag::kLoading, "loading"},
    NamedFlag{flag::kLoadingLate, "loading-late"},
    NamedFlag{flag::kLoaderImport, "loader-import"},
    NamedFlag{flag::kPendingConstruction, "pending-construction"},
    NamedFlag{flag::kNamed, "named"},
    NamedFlag{flag::kDisregarded, "disregarded"},
    NamedFlag{flag::kBegunByHand, "begun-by-hand"},
    NamedFlag{flag::kClusterRoot, "cluster-root"},
    NamedFlag{flag::kReachableInCluster, "reachable-in-cluster"},
    NamedFlag{flag::kGarbage, "garbage"},
    NamedFlag{flag::kPlain, "plain"},
    NamedFlag{flag::kHalfSlot, "half-slot"},
};

// The flag word of an entry. Memory orders are relaxed: what the flags say about an object reaches
// another thread through lists and locks, never through the flags themselves. The exception is
// kPendingConstruction. A thread that finds the object by itself, in the table, learns from the
// flags alone that the constructor has run; so the mark is cleared with release and looked at with
// acquire.
class Flags {
 public:
  FlagWord Load() const { return word_.load(std::memory_order_relaxed); }
  bool Has(FlagWord bits) const { return (Load() & bits) != 0; }
  void Set(FlagWord bits) { word_.fetch_or(bits, std::memory_order_relaxed); }
  void Clear(FlagWord bits) { word_.fetch_and(~bits, std::memory_order_relaxed); }
  // For the mark of construction: what was written before Finish is visible after an Acquire that
  // does not see `bits` any more. FinishAlone is for a heap that one thread uses: without the cost
  // of a read-modify-write.
  FlagWord Acquire() const { return word_.load(std::memory_order_acquire); }
  void Finish(FlagWord bits) { word_.fetch_and(~bits, std::memory_order_release); }
  void FinishAlone(FlagWord bits) { word_.store(Load() & ~bits, std::memory_order_relaxed); }
  // Sets bits without an atomic step, for a heap that one thread uses.
  void SetAlone(FlagWord bits) { word_.store(Load() | bits, std::memory_order_relaxed); }
  // Only for an unpublished entry.
  void Initialise(FlagWord bits) { word_.store(bits, std::memory_order_relaxed); }
  // The entry is empty from here on: a reader that no longer sees the mark of construction sees
  // what was taken out of the entry before. Only for an entry that was unpublished.
  void Vacate() { word_.store(0, std::memory_order_release); }

 private:
  std::atomic<FlagWord> word_{0};
};

}  // namespace GC_BUILD
}  // namespace gc
