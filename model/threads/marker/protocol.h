// model/threads/marker/protocol.h -- a marker with several workers that needs no mutex.
//
// Core marks with several workers, and whatever they share stands under one mutex
// (core/mark/parallel_marking.h, as a machine: model/threads/pool_marking.cc). These are protocols
// by which they could do without it. A search explores them to the end, so that it is known what
// each would have to get right, should the mutex ever be too dear. None of their atomic accesses
// stands in core. What core's pool owes to them is their questions: what is given, what is taken,
// and which of "is any busy" and "is there any" is asked first.
//
//   MarkerPool      each worker has a stack of its own, and gives objects to a pool when it has
//                   many and when its slice ends; workers without work take from the pool; the last
//                   of them says that marking may end
//   MarkerDeque     instead of giving, a worker lets others steal from the far end of its stack
//   DoubleScan      the mark is a plain byte, so two workers may find an object white, and both
//                   scan it: what a scan does must then be right when it is done twice
//   DissolveBeside  a cluster is dissolved by one worker while another reaches a member
//
// Every access has its order in one table, kAccesses, from which the machines take it. A weakened
// copy of the table is explored to see whether an order is needed. A fault changes the protocol
// itself.
//
// Read next: table.h, ownership.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/threads/program.h"

namespace model::threads::marker {

enum class Protocol : std::uint8_t { kPool, kDeque, kDoubleScan, kDissolve };
inline constexpr std::size_t kProtocolCount = 4;

enum class Access : std::uint8_t {
  kGive,
  kTake,
  kLower,
  kRaise,
  kLookAtBusy,
  kLookAtPool,
  kSayOver,
  kPushFence,
  kPushBottom,
  kPopBottom,
  kPopFence,
  kPopTop,
  kPopLast,
  kPopBack,
  kStealTop,
  kStealFence,
  kStealBottom,
  kSteal,
  kMarkLook,
  kMark,
  kSlotLook,
  kClear,
  kActivate,
  kReachCluster,
  kDissolve,
  kMarkMember,
};
inline constexpr std::size_t kAccessCount = 26;

struct AccessEntry {
  Access access;
  Protocol protocol;
  std::string_view name;
  std::string_view does;
  Order order;
};

using enum Order;
inline constexpr std::array<AccessEntry, kAccessCount> kAccesses = {{
    {Access::kGive, Protocol::kPool, "give", "puts an object of its own into the pool", kRelease},
    {Access::kTake, Protocol::kPool, "take", "takes an object from the pool", kAcquireRelease},
    {Access::kLower, Protocol::kPool, "lower", "is busy no more", kRelease},
    {Access::kRaise, Protocol::kPool, "raise", "is busy again", kRelaxed},
    {Access::kLookAtBusy, Protocol::kPool, "look-at-busy", "asks whether a worker is busy",
     kAcquire},
    {Access::kLookAtPool, Protocol::kPool, "look-at-pool", "asks whether the pool is empty",
     kAcquire},
    {Access::kSayOver, Protocol::kPool, "say-over", "says that marking may end", kRelaxed},
    {Access::kPushFence, Protocol::kDeque, "push-fence", "before the new end is seen", kRelease},
    {Access::kPushBottom, Protocol::kDeque, "push-bottom", "moves the near end out", kRelaxed},
    {Access::kPopBottom, Protocol::kDeque, "pop-bottom", "moves the near end in", kRelaxed},
    {Access::kPopFence, Protocol::kDeque, "pop-fence", "between the near end and the far end",
     kSequential},
    {Access::kPopTop, Protocol::kDeque, "pop-top", "reads the far end", kRelaxed},
    {Access::kPopLast, Protocol::kDeque, "pop-last", "takes the last object against thieves",
     kRelaxed},
    {Access::kPopBack, Protocol::kDeque, "pop-back", "moves the near end out again", kRelaxed},
    {Access::kStealTop, Protocol::kDeque, "steal-top", "reads the far end", kAcquire},
    {Access::kStealFence, Protocol::kDeque, "steal-fence", "between the far end and the near end",
     kSequential},
    {Access::kStealBottom, Protocol::kDeque, "steal-bottom", "reads the near end", kAcquire},
    {Access::kSteal, Protocol::kDeque, "steal", "takes the object at the far end", kRelaxed},
    {Access::kMarkLook, Protocol::kDoubleScan, "mark-look", "reads the mark", kRelaxed},
    {Access::kMark, Protocol::kDoubleScan, "mark", "writes the mark", kRelaxed},
    {Access::kSlotLook, Protocol::kDoubleScan, "slot-look", "reads a slot", kRelaxed},
    {Access::kClear, Protocol::kDoubleScan, "clear", "clears a slot that holds garbage", kRelaxed},
    {Access::kActivate, Protocol::kDoubleScan, "activate", "activates a cluster", kRelaxed},
    {Access::kReachCluster, Protocol::kDissolve, "reach-cluster",
     "activates the cluster of a member", kRelaxed},
    {Access::kDissolve, Protocol::kDissolve, "dissolve", "dissolves a cluster", kRelaxed},
    {Access::kMarkMember, Protocol::kDissolve, "mark-member", "marks a member by itself", kRelaxed},
}};

enum class MarkerFault : std::uint8_t {
  kTakeUncounted,
  kNoEpoch,
  kPoolBeforeBusy,
  kTakeInTwoSteps,
  kLowerBeforeGiving,
  kKeepAtDeadline,
  kPopWithoutRace,
  kStealWithoutRace,
  kPopTopFirst,
  kCountByStore,
  kActivateByStore,
  kMarkAmongFlags,
  kDissolveInTwoSteps,
  kForgetMembers,
  kGiveUpDissolved,
  kClearAtOnce,
};
inline constexpr std::size_t kMarkerFaultCount = 16;

struct MarkerFaultEntry {
  MarkerFault fault;
  Protocol protocol;
  std::string_view rule;  // the rule of core that it would break
  std::string_view variant;
  std::string_view sentence;
};
inline constexpr std::array<MarkerFaultEntry, kMarkerFaultCount> kMarkerFaults = {{
    {MarkerFault::kTakeUncounted, Protocol::kPool, "busy-before-queue", "take-uncounted",
     "a worker takes from the pool first, and is busy afterwards: a steal in flight that no count "
     "shows"},
    {MarkerFault::kNoEpoch, Protocol::kPool, "busy-before-queue", "no-epoch",
     "the busy word does not tell that a worker was busy in between"},
    {MarkerFault::kPoolBeforeBusy, Protocol::kPool, "busy-before-queue", "pool-before-busy",
     "an idle worker looks at the pool, then at the busy word"},
    {MarkerFault::kTakeInTwoSteps, Protocol::kPool, "grey-is-queued", "take-in-two-steps",
     "a worker reads the pool, and writes in another step what it leaves there"},
    {MarkerFault::kLowerBeforeGiving, Protocol::kPool, "drain-before-suspend",
     "lower-before-giving", "at its deadline a worker is busy no more, and gives afterwards"},
    {MarkerFault::kKeepAtDeadline, Protocol::kPool, "drain-before-suspend", "keep-at-deadline",
     "at its deadline a worker keeps what it has: the slice is suspended with work in flight"},
    {MarkerFault::kPopWithoutRace, Protocol::kDeque, "grey-is-queued", "pop-without-race",
     "the owner takes its last object without a compare-exchange"},
    {MarkerFault::kStealWithoutRace, Protocol::kDeque, "grey-is-queued", "steal-without-race",
     "a thief moves the far end by a store"},
    {MarkerFault::kPopTopFirst, Protocol::kDeque, "grey-is-queued", "pop-top-first",
     "the owner reads the far end before it moves the near end"},
    {MarkerFault::kCountByStore, Protocol::kDoubleScan, "garbage-is-nulled", "count-by-store",
     "a scan clears a slot by a store, and counts it"},
    {MarkerFault::kActivateByStore, Protocol::kDoubleScan, "cluster-outward", "activate-by-store",
     "a cluster is activated by a load and a store"},
    {MarkerFault::kMarkAmongFlags, Protocol::kDoubleScan, "flag-writers-rmw", "mark-among-flags",
     "the plain mark stands in the word that has other flags"},
    {MarkerFault::kDissolveInTwoSteps, Protocol::kDissolve, "cluster-dissolve-colour",
     "dissolve-in-two-steps",
     "the colour of a cluster is read, and it is dissolved in another step"},
    {MarkerFault::kForgetMembers, Protocol::kDissolve, "cluster-dissolve-colour", "forget-members",
     "the members of a cluster that was active are not marked when it is dissolved"},
    {MarkerFault::kGiveUpDissolved, Protocol::kDissolve, "cluster-member-barrier",
     "give-up-dissolved", "a worker that finds a cluster dissolved does not mark the member"},
    {MarkerFault::kClearAtOnce, Protocol::kDissolve, "cluster-dissolve-colour", "clear-at-once",
     "dissolving clears what the cluster lists, though a worker may be reading it"},
}};

constexpr bool MarkerTablesStandInOrder() {
  for (std::size_t i = 0; i < kAccessCount; ++i) {
    if (static_cast<std::size_t>(kAccesses[i].access) != i) return false;
  }
  for (std::size_t i = 0; i < kMarkerFaultCount; ++i) {
    if (static_cast<std::size_t>(kMarkerFaults[i].fault) != i) return false;
  }
  return true;
}
static_assert(MarkerTablesStandInOrder());

constexpr std::array<Order, kAccessCount> OrdersOfTable() {
  std::array<Order, kAccessCount> orders = {};
  for (std::size_t i = 0; i < kAccessCount; ++i) orders[i] = kAccesses[i].order;
  return orders;
}

// An order that no machine needs, and why it is kept.
struct KeptOrder {
  Access access;
  Order weakened;
  std::string_view reason;
};
inline constexpr std::array<KeptOrder, 3> kKeptOrders = {{
    {Access::kTake, Order::kAcquire,
     "C++20 lets a load read a store that comes later: then a worker that is busy again, and "
     "takes, "
     "could be overlooked by the one that says over"},
    {Access::kLookAtPool, Order::kRelaxed, "it is the other side of take"},
    {Access::kStealTop, Order::kRelaxed,
     "as published: the machines never move the far end past the objects of two pushes"},
}};

// What a machine is made from.
struct MarkerDesign {
  std::size_t workers = 2;
  std::size_t objects = 4;  // of the pool
  bool deadline = true;     // of the pool: whether the slice may end at any time
  std::optional<MarkerFault> fault = {};
  std::array<Order, kAccessCount> orders = OrdersOfTable();

  Order At(Access access) const { return orders[static_cast<std::size_t>(access)]; }
  bool Has(MarkerFault each) const { return fault == each; }
};

Machine MarkerPool(const MarkerDesign& design);
// Two objects; the other workers steal.
Machine MarkerDeque(const MarkerDesign& design);
// Two or three workers that find the same object.
Machine DoubleScan(const MarkerDesign& design);
Machine DissolveBeside(const MarkerDesign& design);
Machine MachineOf(Protocol protocol, const MarkerDesign& design);

// The orders that are one step weaker.
std::vector<Order> WeakerThan(Order order);
std::string_view WordOf(Order order);
std::string_view WordOf(Protocol protocol);

}  // namespace model::threads::marker
