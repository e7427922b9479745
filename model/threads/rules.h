// model/threads/rules.h -- the rules that only threads can break, and the faults that break them.
//
// This folder includes nothing of its neighbours, so the rules that it needs stand here. Those that
// core has too have the same names there (core/rules.h): lock-excludes, hand-over-publishes,
// busy-before-queue and drain-before-suspend have their sentences too, and end-needs-empty and
// mark-once say here what they mean for threads. The others are no rules of core's list, since a
// heap whose threads take turns cannot break them. lock-wakes and lock-is-fair are
// promises of the lock's protocol: a thread that waits is woken, and a collector that wants to run
// gets its turn. A fault is one way to break a rule. Some faults break a protocol that core does
// not have: another way to do what core does. Their machines are explored too, but the matrix of
// core's rules has no row for them.
//
// Read next: machines.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace model::threads {

enum class Rule : std::uint8_t {
  kLockExcludes,
  kLockWakes,
  kLockIsFair,
  kHandOverPublishes,
  kBusyBeforeQueue,
  kDrainBeforeSuspend,
  kBufferFlipLocked,
  kEndNeedsEmpty,
  kMarkOnce,
  kFlagWritersRmw,
};
inline constexpr std::size_t kRuleCount = 10;

struct RuleEntry {
  Rule rule;
  std::string_view name;
  std::string_view sentence;
};

inline constexpr std::array<RuleEntry, kRuleCount> kRules = {{
    {Rule::kLockExcludes, "lock-excludes",
     "no mutator section of another thread overlaps a collector slice"},
    {Rule::kLockWakes, "lock-wakes",
     "a thread that sleeps for the lock is woken when it may go on"},
    {Rule::kLockIsFair, "lock-is-fair",
     "a collector that wants to run keeps new sections from starting"},
    {Rule::kHandOverPublishes, "hand-over-publishes",
     "what is pushed on a shared list is visible to the thread that pops it (release/acquire); the "
     "mark itself may be relaxed"},
    {Rule::kBusyBeforeQueue, "busy-before-queue",
     "termination reads the busy count before it reads the queue"},
    {Rule::kDrainBeforeSuspend, "drain-before-suspend",
     "every batch of found references is handled before a slice ends"},
    {Rule::kBufferFlipLocked, "buffer-flip-locked",
     "a barrier list is detached under its lock, or with an in-flight count checked after the "
     "flip"},
    {Rule::kEndNeedsEmpty, "end-needs-empty",
     "a trace ends only when every barrier list and in-flight push is empty, seen in one locked "
     "check that also switches the barrier off"},
    {Rule::kMarkOnce, "mark-once",
     "marking clears one bit and sets the other in one atomic step, and exactly one marker wins"},
    {Rule::kFlagWritersRmw, "flag-writers-rmw",
     "every writer of a published entry's flag word is an atomic read-modify-write"},
}};

enum class Fault : std::uint8_t {
  kNoRecheck,
  kLookThenAdd,
  kRecheckRunningOnly,
  kRunningBeforeWants,
  kLockWithoutFence,
  kLeaveRelaxed,
  kBarrierOutsideSection,
  kSleepWithoutComparing,
  kLeaveWithoutWaking,
  kWakeWithoutMutex,
  kIgnoreIntent,
  kRelaxedPush,
  kRelaxedPop,
  kRelaxedBusy,
  kQueueBeforeBusy,
  kLeaveABatch,
  kSwapAnIndex,
  kFlipWithoutFence,
  kTakeWhilePushing,
  kBarrierOffLate,
  kLoadThenStore,
  kPlainStore,
  kGiveWithoutMutex,
  kEndWithoutWaking,
  kLeaveWithObjects,
  kDropAside,
};
inline constexpr std::size_t kFaultCount = 26;

// What has the protocol that a fault breaks.
enum class Whose : std::uint8_t {
  kCores,     // core has it
  kCompared,  // nothing: it is another way to do what core does
};

struct FaultEntry {
  Fault fault;
  Rule rule;
  std::string_view variant;
  std::string_view sentence;
  Whose whose = Whose::kCores;
};

inline constexpr std::array<FaultEntry, kFaultCount> kFaults = {{
    {Fault::kNoRecheck, Rule::kLockExcludes, "no-recheck",
     "a section looks at the collector before it counts itself, and not again", Whose::kCompared},
    {Fault::kLookThenAdd, Rule::kLockExcludes, "look-then-add",
     "a section looks at the collector's bits in one step, and counts itself in the next"},
    {Fault::kRecheckRunningOnly, Rule::kLockExcludes, "recheck-running-only",
     "a section that has counted itself looks only whether the collector runs, not whether it "
     "wants to",
     Whose::kCompared},
    {Fault::kRunningBeforeWants, Rule::kLockExcludes, "running-before-wants",
     "a section that has counted itself looks whether the collector runs before it looks whether "
     "it wants to",
     Whose::kCompared},
    {Fault::kLockWithoutFence, Rule::kLockExcludes, "no-fence",
     "either side may read the other's word before its own is seen", Whose::kCompared},
    {Fault::kLeaveRelaxed, Rule::kLockExcludes, "leave-relaxed",
     "a section that ends does not publish what it wrote"},
    {Fault::kBarrierOutsideSection, Rule::kLockExcludes, "barrier-outside-section",
     "a mutator stores, and asks whether a trace is pending, in no section"},
    {Fault::kSleepWithoutComparing, Rule::kLockWakes, "sleep-without-comparing",
     "a thread that has seen that it must wait goes to sleep, whatever has happened since"},
    {Fault::kLeaveWithoutWaking, Rule::kLockWakes, "leave-without-waking",
     "a section that ends wakes no thread"},
    {Fault::kWakeWithoutMutex, Rule::kLockWakes, "wake-without-mutex",
     "a section that ends wakes without the mutex that the sleeper looks under"},
    {Fault::kIgnoreIntent, Rule::kLockIsFair, "ignore-intent",
     "a section starts although a collector wants to run"},
    {Fault::kRelaxedPush, Rule::kHandOverPublishes, "relaxed-push",
     "a push does not release what was written before it"},
    {Fault::kRelaxedPop, Rule::kHandOverPublishes, "relaxed-pop",
     "a pop does not acquire what was written before the push"},
    {Fault::kRelaxedBusy, Rule::kHandOverPublishes, "relaxed-busy",
     "the busy count is lowered without release or acquire", Whose::kCompared},
    {Fault::kQueueBeforeBusy, Rule::kBusyBeforeQueue, "other-order",
     "termination reads the queue, then the busy count", Whose::kCompared},
    {Fault::kLeaveABatch, Rule::kDrainBeforeSuspend, "leave-a-batch",
     "a worker whose budget is spent keeps what it found for its next slice", Whose::kCompared},
    {Fault::kSwapAnIndex, Rule::kBufferFlipLocked, "swap-an-index",
     "the list is detached by flipping an index, without a look at the pushes in flight",
     Whose::kCompared},
    {Fault::kFlipWithoutFence, Rule::kBufferFlipLocked, "no-fence",
     "the in-flight count is read before the flip is seen", Whose::kCompared},
    {Fault::kTakeWhilePushing, Rule::kBufferFlipLocked, "take-while-pushing",
     "the list is taken although a section is open"},
    {Fault::kBarrierOffLate, Rule::kEndNeedsEmpty, "barrier-off-late",
     "the barrier is switched off after the check, under another lock", Whose::kCompared},
    {Fault::kLoadThenStore, Rule::kMarkOnce, "load-then-store",
     "a marker reads the word, and writes it in another step"},
    {Fault::kPlainStore, Rule::kFlagWritersRmw, "plain-store",
     "another flag is set by reading the word and storing it"},
    {Fault::kGiveWithoutMutex, Rule::kHandOverPublishes, "give-without-mutex",
     "a worker gives objects to the pool without the mutex"},
    {Fault::kEndWithoutWaking, Rule::kBusyBeforeQueue, "end-without-waking",
     "the last worker to be idle wakes none of those that wait for objects"},
    {Fault::kLeaveWithObjects, Rule::kDrainBeforeSuspend, "leave-with-objects",
     "a worker whose time is over leaves, and keeps what it has on its stack"},
    {Fault::kDropAside, Rule::kDrainBeforeSuspend, "drop-what-was-put-aside",
     "what a worker has put aside for the caller is dropped"},
}};

constexpr const RuleEntry& EntryOf(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }
constexpr const FaultEntry& EntryOf(Fault fault) {
  return kFaults[static_cast<std::size_t>(fault)];
}

constexpr bool IsCores(Fault fault) { return EntryOf(fault).whose == Whose::kCores; }

// The name of a fault, as "rule/variant".
inline std::string NameOf(Fault fault) {
  const FaultEntry& entry = EntryOf(fault);
  return std::string(EntryOf(entry.rule).name) + "/" + std::string(entry.variant);
}

constexpr bool RulesStandInOrder() {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    if (static_cast<std::size_t>(kRules[i].rule) != i) return false;
  }
  for (std::size_t i = 0; i < kFaultCount; ++i) {
    if (static_cast<std::size_t>(kFaults[i].fault) != i) return false;
  }
  return true;
}
static_assert(RulesStandInOrder());

}  // namespace model::threads
