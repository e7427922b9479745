// model/threads/machines_test.cc -- if every rule is obeyed, no interleaving is wrong; if one is
// broken, some interleaving is.

#include "model/threads/machines.h"

#include <gtest/gtest.h>

#include <set>

#include "model/threads/table.h"

namespace model::threads {
namespace {

TEST(Threads, WithEveryRuleObeyedNoInterleavingIsWrong) {
  const std::vector<SoundRow> rows = SoundTable();
  for (const SoundRow& row : rows) EXPECT_TRUE(row.Holds()) << TableText({row}, {});
  EXPECT_GE(rows.size(), 33u);
}

class EveryThreadFault : public testing::TestWithParam<Fault> {};

TEST_P(EveryThreadFault, HasAShortestInterleavingThatShowsIt) {
  const FaultRow row = RowOf(GetParam());
  ASSERT_GT(row.witness_length, 0u);
  EXPECT_LE(row.witness_length, 50u);
  EXPECT_NE(row.witness.find(" | "), std::string::npos) << row.witness;
}

std::vector<Fault> AllFaults() {
  std::vector<Fault> faults;
  for (const FaultEntry& entry : kFaults) faults.push_back(entry.fault);
  return faults;
}

std::string NameOf(const testing::TestParamInfo<Fault>& each) {
  const FaultEntry& entry = EntryOf(each.param);
  std::string name = std::string(EntryOf(entry.rule).name) + "_" + std::string(entry.variant);
  for (char& letter : name) letter = letter == '-' ? '_' : letter;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Faults, EveryThreadFault, testing::ValuesIn(AllFaults()), NameOf);

TEST(Threads, EveryRuleHasAFault) {
  std::set<Rule> broken;
  for (const FaultEntry& entry : kFaults) broken.insert(entry.rule);
  EXPECT_EQ(broken.size(), kRuleCount);
}

// S7.2: with each of these faults a section overlaps a slice, as the rule says.
TEST(Lock, TheSecondLookMustBeAtTheIntentAndBeforeTheLookAtTheSlice) {
  for (const Fault fault :
       {Fault::kNoRecheck, Fault::kRecheckRunningOnly, Fault::kRunningBeforeWants}) {
    const FaultRow row = RowOf(fault);
    EXPECT_EQ(row.kind, Bad::Kind::kBroken);
    EXPECT_EQ(row.memory, MemoryModel::kSequential);
    EXPECT_NE(row.witness.find("a section overlaps a slice"), std::string::npos) << row.witness;
  }
}

// S7.2: a lost wake-up is a deadlock.
TEST(Lock, AThreadThatSleepsWithoutComparingOrIsNotWokenSleepsForEver) {
  EXPECT_EQ(RowOf(Fault::kSleepWithoutComparing).kind, Bad::Kind::kDeadlock);
  EXPECT_EQ(RowOf(Fault::kLeaveWithoutWaking).kind, Bad::Kind::kDeadlock);
}

// S7.3: if a section that ends publishes nothing, its writes race with the slice.
TEST(Lock, ASectionThatLeavesRelaxedRacesWithTheSlice) {
  EXPECT_EQ(RowOf(Fault::kLeaveRelaxed).kind, Bad::Kind::kRace);
}

// WordLock is the lock as core has it. The faults of the lock of three words break it in the same
// way.
TEST(WordLock, FailsAsTheThreeWordsDo) {
  const std::pair<Fault, Bad::Kind> kFaultsOfBoth[] = {
      {Fault::kLeaveRelaxed, Bad::Kind::kRace},
      {Fault::kLeaveWithoutWaking, Bad::Kind::kDeadlock},
      {Fault::kLookThenAdd, Bad::Kind::kBroken},
      {Fault::kWakeWithoutMutex, Bad::Kind::kDeadlock},
  };
  for (const auto& [fault, kind] : kFaultsOfBoth) {
    const SearchResult result =
        Search(WordLock({.mutators = 1, .slices = 1}, fault), MemoryModel::kReleaseAcquire);
    ASSERT_TRUE(result.bad) << EntryOf(fault).variant;
    EXPECT_EQ(result.bad->kind, kind) << result.bad->sentence;
  }
}

// ChunkList is the barrier list as core has it: to publish a chunk publishes its first item.
TEST(ChunkList, WhatIsInAChunkIsReleasedAndAcquiredWithIt) {
  for (const Fault fault : {Fault::kRelaxedPush, Fault::kRelaxedPop}) {
    const Machine machine = ChunkList(/*chunk_stays=*/false, fault);
    EXPECT_FALSE(Search(machine, MemoryModel::kSequential).bad);
    EXPECT_TRUE(Search(machine, MemoryModel::kReleaseAcquire).bad) << EntryOf(fault).variant;
  }
}

// S7.5: mutators open one section after the other for ever, and the collector still gets its slice.
TEST(Lock, WithoutHeedingTheIntentTheCollectorWaitsForEver) {
  EXPECT_EQ(RowOf(Fault::kIgnoreIntent).kind, Bad::Kind::kLivelock);
  const LockSize size{.mutators = 2, .slices = 1, .endless = true};
  EXPECT_FALSE(Search(GcLock(size), MemoryModel::kSequential).bad);
  EXPECT_TRUE(Search(GcLock(size, Fault::kIgnoreIntent), MemoryModel::kSequential).bad);
}

// S7.6, S7.7: a try gives up and leaves nothing behind; the forced slice after it gets its turn.
TEST(Lock, ATryThatGivesUpKeepsNoThreadOut) {
  for (const MemoryModel model : {MemoryModel::kSequential, MemoryModel::kReleaseAcquire}) {
    const SearchResult result = Search(GcLock({.mutators = 1, .slices = 1, .tries = 2}), model);
    EXPECT_TRUE(result.exhausted && !result.bad);
  }
}

// A memory in which each read sees the last write hides these faults; only a weak memory shows
// them.
TEST(Threads, MissingFencesAndOrdersShowOnlyInAWeakMemory) {
  for (const Fault fault : {Fault::kLockWithoutFence, Fault::kLeaveRelaxed, Fault::kRelaxedPush,
                            Fault::kRelaxedPop, Fault::kRelaxedBusy, Fault::kFlipWithoutFence}) {
    EXPECT_EQ(RowOf(fault).memory, MemoryModel::kReleaseAcquire);
  }
}

// A batch that a worker keeps is in no queue, so the last worker to leave says that nothing is
// left.
TEST(Termination, ABatchThatIsKeptForTheNextSliceIsLost) {
  const FaultRow row = RowOf(Fault::kLeaveABatch);
  EXPECT_EQ(row.kind, Bad::Kind::kBroken);
  EXPECT_EQ(row.memory, MemoryModel::kSequential);
}

// Core's workers: each way to lose what a worker has, or what the pool has, shows as what it is.
TEST(PooledMarking, LosesObjectsOrSleepsForEverIfARuleIsBroken) {
  const std::pair<Fault, Bad::Kind> kKinds[] = {
      {Fault::kGiveWithoutMutex, Bad::Kind::kRace},
      {Fault::kEndWithoutWaking, Bad::Kind::kDeadlock},
      {Fault::kLeaveWithObjects, Bad::Kind::kBroken},
      {Fault::kDropAside, Bad::Kind::kBroken},
      {Fault::kLoadThenStore, Bad::Kind::kBroken},
  };
  for (const auto& [fault, kind] : kKinds) {
    const SearchResult result =
        Search(PooledMarking({.deadline = true}, fault), MemoryModel::kReleaseAcquire);
    ASSERT_TRUE(result.bad) << EntryOf(fault).variant;
    EXPECT_EQ(result.bad->kind, kind) << result.bad->sentence;
  }
}

// A worker that gives wakes one that waits, which is for speed: if it woke none, the last worker to
// be idle would wake all, and nothing would be lost.
TEST(PooledMarking, LosesNothingIfAWorkerThatGivesWakesNone) {
  for (const std::size_t threads : {2u, 3u}) {
    const Machine machine = PooledMarking({.threads = threads, .wakes = false});
    const SearchResult result = Search(machine, MemoryModel::kReleaseAcquire);
    EXPECT_TRUE(result.exhausted && !result.bad) << threads;
  }
}

TEST(Threads, TheTableHasALineForEachMachineAndFault) {
  const std::vector<FaultRow> faults = Table();
  ASSERT_EQ(faults.size(), kFaultCount);
  const std::string text = TableText({}, faults);
  EXPECT_NE(text.find("busy-before-queue/other-order"), std::string::npos);
  EXPECT_EQ(text.find("NO WITNESS"), std::string::npos) << text;
}

}  // namespace
}  // namespace model::threads
