// core/object/flags.h -- the bits of an entry's flag word.
//
// Everything the collector has to remember of an object fits one word in its table entry, so that a
// sweep touches the table and no object. The word is atomic. An entry that nobody can see is
// initialised by a store (an atomic one: a stale weak reference may be reading it); once it is
// published, every writer is a read-modify-write, or it would undo what another thread just wrote.
//
// Read next: core/object/mark.h.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

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

// Each of these keeps an object alive while it stands (keep-flags-are-roots).
inline constexpr FlagWord kNative = 1u << 7;         // a type from compiled code
inline constexpr FlagWord kAsync = 1u << 8;          // made by another thread, and not handed over
inline constexpr FlagWord kLoading = 1u << 9;        // is being loaded
inline constexpr FlagWord kLoadingLate = 1u << 10;   // the second phase of that
inline constexpr FlagWord kLoaderImport = 1u << 11;  // what is being loaded refers to it
inline constexpr FlagWord kKeep = kNative | kAsync | kLoading | kLoadingLate | kLoaderImport;

// The base is constructed, the rest is not: kept, in no list, absent for whoever looks it up.
inline constexpr FlagWord kPendingConstruction = 1u << 12;
inline constexpr FlagWord kNamed = 1u << 13;  // its heap's directory knows it
// Born in the disregard window: has none of the three reachability bits, ever.
inline constexpr FlagWord kDisregarded = 1u << 14;
inline constexpr FlagWord kBegunByHand = 1u << 15;  // begun, and that by Heap::BeginDestroy
inline constexpr FlagWord kGarbage = 1u << 16;      // by Heap::MarkGarbage: references do not count
// Of clusters (core/cluster/clusters.h).
inline constexpr FlagWord kClusterRoot = 1u << 17;         // its link leads to a cluster's record
inline constexpr FlagWord kReachableInCluster = 1u << 18;  // by it the trace came to its cluster
}  // namespace flag

// All flags are below this; a packed entry has room for no more (core/object/entry.h).
inline constexpr int kFlagBits = 19;

struct NamedFlag {
  FlagWord flag;
  std::string_view name;
};
// The numbers are private and change: tools use the names.
inline constexpr std::array kNamedFlags{
    NamedFlag{flag::kMarkA, "mark-a"},
    NamedFlag{flag::kMarkB, "mark-b"},
    NamedFlag{flag::kUnreachable, "unreachable"},
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
};

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

}  // namespace GC_BUILD
}  // namespace gc
