// core/heap/keep_test.cc -- besides references, each keep flag and each mask keeps an object.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>
#include <thread>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Keep : public testing::Test {
 protected:
  FlagWord EntryFlags(const Object* object) {
    return heap.collector().population.table[object->header().index].flags.Load();
  }
  Heap heap;
  Verifier verifier;
};

// S2.3, S2.4, S2.5, S2.6: each keep flag on its own.
class KeepFlag : public Keep, public testing::WithParamInterface<FlagWord> {};
INSTANTIATE_TEST_SUITE_P(Each, KeepFlag,
                         testing::Values(flag::kNative, flag::kAsync, flag::kLoading,
                                         flag::kLoadingLate, flag::kLoaderImport));

TEST_P(KeepFlag, AloneKeepsAnObjectAndWhatItRefersToUntilItIsCleared) {
  Node* const kept = heap.New<Node>('a');
  kept->left = heap.New<Node>('b');
  heap.SetKeepFlags(kept, GetParam());
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
  heap.ClearKeepFlags(kept, GetParam());
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// root-barrier
TEST_P(KeepFlag, SetWhileATraceIsPendingShades) {
  MidTrace mid;
  mid.heap.SetKeepFlags(mid.white, GetParam());
  mid.grey->left = nullptr;
  EXPECT_TRUE(IsGrey(mid.heap, mid.white));
  mid.heap.Tick(kUnlimited);
  EXPECT_EQ(mid.heap.ObjectCount(), 3u);
}

TEST_F(Keep, TwoFlagsKeepUntilBothAreCleared) {
  Node* const loaded = heap.New<Node>('a');
  heap.SetKeepFlags(loaded, flag::kLoading | flag::kLoadingLate);
  heap.ClearKeepFlags(loaded, flag::kLoading);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  heap.ClearKeepFlags(loaded, flag::kLoadingLate);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S2.5: a cycle runs while an object is being loaded, and it is handed over by a barriered store.
TEST_F(Keep, AnObjectThatIsLoadedMidCycleSurvivesAndSoDoesWhatItIsHandedTo) {
  Node* const holder = heap.New<Node>('h');
  heap.AddRoot(holder);
  Node* const loaded = heap.New<Node>('l');
  heap.SetKeepFlags(loaded, flag::kLoading);
  heap.Start();
  heap.Tick(2);
  holder->left = loaded;
  heap.ClearKeepFlags(loaded, flag::kLoading);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
}

// S2.2
TEST_F(Keep, ARootIsAFlagAndNotACount) {
  Node* const root = heap.New<Node>('a');
  heap.AddRoot(root);
  heap.AddRoot(root);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  heap.RemoveRoot(root);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S2.6: a strong count, a keep flag and the root flag each keep an object without the others.
TEST_F(Keep, WhatHasTwoReasonsIsKeptByTheOneThatIsLeft) {
  Node* const object = heap.New<Node>('a');
  heap.SetKeepFlags(object, flag::kAsync);
  heap.AddRoot(object);
  {
    const StrongPtr<Node> strong(object);
    heap.RemoveRoot(object);
    heap.ClearKeepFlags(object, flag::kAsync);
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), 1u);
    heap.SetKeepFlags(object, flag::kNative);
  }
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
}

// S2.7
TEST_F(Keep, AnObjectWithAMaskedFlagSurvivesIfAndOnlyIfTheMaskIsPassed) {
  Node* const asset = heap.New<Node>('a');
  asset->left = heap.New<Node>('b');
  heap.SetFlags(asset, object_flag::kStandalone | object_flag::kPublic);
  Node* const other = heap.New<Node>('c');
  heap.SetFlags(other, object_flag::kTransient);
  heap.Collect(object_flag::kStandalone);
  EXPECT_EQ(heap.ObjectCount(), 2u);
  heap.Collect(object_flag::kTransient);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST_F(Keep, AFlagThatWasClearedIsNoLongerMasked) {
  Node* const asset = heap.New<Node>('a');
  heap.SetFlags(asset, object_flag::kStandalone);
  heap.ClearFlags(asset, object_flag::kStandalone);
  heap.Collect(object_flag::kStandalone);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST_F(Keep, AMaskDoesNotRememberTheIndexsEarlierObject) {
  heap.SetFlags(heap.New<Node>('a'), object_flag::kStandalone);
  heap.Collect();
  Node* const heir = heap.New<Node>('b');
  EXPECT_EQ(heir->header().index, 1u);
  heap.Collect(object_flag::kStandalone);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// root-barrier: masks are read when a call starts or completes marking, never in between.
TEST_F(Keep, AMaskThatCompletesATraceAddsItsRootsToIt) {
  Diary diary;
  Node* const asset = heap.New<Node>('a', &diary);
  heap.Start();
  heap.Tick(1);
  heap.SetFlags(asset, object_flag::kStandalone);
  EXPECT_TRUE(IsWhite(heap, asset));
  heap.Collect(object_flag::kStandalone);
  EXPECT_EQ(heap.ObjectCount(), 1u);
  heap.Collect();
  EXPECT_THAT(diary, ElementsAre("began a", "finished a", "destroyed a"));
}

TEST_F(Keep, AMaskedStartKeepsInItsOwnCycleOnly) {
  heap.SetFlags(heap.New<Node>('a'), object_flag::kArchetype);
  heap.Start(object_flag::kArchetype);
  while (heap.phase() != Phase::kIdle) heap.Tick(1);
  EXPECT_EQ(heap.ObjectCount(), 1u);
  heap.Start();
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S2.17: descriptive flags keep nothing by themselves.
TEST_F(Keep, FlagsOfTheAuthorKeepNothingByThemselves) {
  heap.Make<Node>({.flags = object_flag::kAuthor}, 'a');
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S1.11
TEST_F(Keep, WishesAtCreationBecomeFlagsOfTheEntryAndAreNotSeenOnTheObject) {
  Node* const root = heap.Make<Node>(
      {.flags = object_flag::kMarkAsRoot | object_flag::kMarkAsNative | object_flag::kPublic}, 'a');
  EXPECT_EQ(root->header().flags.Load(), object_flag::kPublic);
  EXPECT_EQ(EntryFlags(root) & (flag::kRoot | flag::kKeep), flag::kRoot | flag::kNative);
  EXPECT_TRUE(heap.IsRoot(root));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
  heap.RemoveRoot(root);
  heap.ClearKeepFlags(root, flag::kNative);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST_F(Keep, AWishWhileATraceIsPendingMakesABlackRoot) {
  heap.Start();
  Node* const root = heap.Make<Node>({.flags = object_flag::kMarkAsRoot}, 'a');
  EXPECT_FALSE(IsWhite(heap, root));
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// S2.16
struct Witness : Object {
  Witness(const Birth& birth, std::vector<ObjectFlags>* to) : Object(birth), seen(to) {}
  ~Witness() { Note(); }
  void BeginDestroy() noexcept { Note(); }
  void FinishDestroy() noexcept { Note(); }
  void Note() { seen->push_back(header().flags.Load() & object_flag::kLifecycle); }
  std::vector<ObjectFlags>* seen;
  static const Class kClass;
};
const Class Witness::kClass = Describe<Witness>("Witness");

constexpr ObjectFlags kBoth = object_flag::kBeginDestroyed | object_flag::kFinishDestroyed;

TEST_F(Keep, EachStageOfTheEndIsAFlagOfTheObjectBeforeItsCallbackRuns) {
  std::vector<ObjectFlags> seen;
  heap.New<Witness>(&seen);
  heap.Collect();
  EXPECT_THAT(seen, ElementsAre(object_flag::kBeginDestroyed, kBoth, kBoth));
}

TEST_F(Keep, AStageThatIsBegunByHandIsAFlagAsWell) {
  std::vector<ObjectFlags> seen;
  heap.BeginDestroy(heap.New<Witness>(&seen));
  EXPECT_THAT(seen, ElementsAre(object_flag::kBeginDestroyed));
  heap.Collect();
  EXPECT_THAT(seen, ElementsAre(object_flag::kBeginDestroyed, kBoth, kBoth));
}

TEST_F(Keep, EachStageIsAFlagAlsoWhenTheHeapIsDropped) {
  std::vector<ObjectFlags> seen;
  {
    Heap dropped;
    dropped.Make<Witness>({.flags = object_flag::kPublic | object_flag::kBeginDestroyed}, &seen);
  }
  EXPECT_THAT(seen, ElementsAre(object_flag::kBeginDestroyed, kBoth, kBoth));
}

// S2.8, S2.9: after any unit, each managed object is in exactly one of the three states.
TEST_F(Keep, AtEveryUnitAManagedObjectHasExactlyOneReachabilityBit) {
  std::vector<Node*> nodes;
  for (char name = 'a'; name < 'k'; ++name) nodes.push_back(heap.New<Node>(name));
  for (std::size_t i = 0; i + 1 < nodes.size(); i += 2) nodes[i]->left = nodes[i + 1];
  heap.AddRoot(nodes[0]);
  heap.SetKeepFlags(nodes[4], flag::kNative);
  Population& population = heap.collector().population;
  const Marks& marks = population.marks();
  const auto check = [&] {
    for (const Index index : population.table.Indices()) {
      const Entry& entry = population.table[index];
      if (entry.Occupant() == nullptr) continue;
      const MarkByte& byte = population.table.Mark(index);
      EXPECT_EQ(marks.IsReachable(byte) + marks.IsWhite(byte) + Marks::IsUnreachable(byte), 1);
      if (entry.flags.Has(flag::kBegun)) {
        EXPECT_TRUE(Marks::IsUnreachable(entry.Occupant()->header().mark)) << "the header follows";
      }
    }
  };
  for (int cycle = 0; cycle < 2; ++cycle) {
    heap.Start();
    check();
    while (heap.Tick(1) != 0) check();
  }
  EXPECT_EQ(heap.ObjectCount(), 4u);
}

// S2.1: the author's flags are changed atomically as well.
TEST_F(Keep, ThreadsThatChangeDifferentFlagsOfAnObjectLoseNone) {
  Node* const object = heap.New<Node>('a');
  heap.SetFlags(object, object_flag::kPublic);  // its index is in the set of those with flags
  constexpr ObjectFlags kEachFlag[] = {object_flag::kStandalone, object_flag::kTransient,
                                       object_flag::kArchetype, object_flag::kNeedsLoad};
  std::vector<std::thread> threads;
  std::latch begun(std::size(kEachFlag));
  ObjectFlags expected = object_flag::kPublic;
  for (const ObjectFlags mine : kEachFlag) {
    expected |= mine;
    threads.emplace_back([&, mine] {
      begun.arrive_and_wait();
      ObjectFlagWord& word = const_cast<ObjectFlagWord&>(object->header().flags);
      for (int i = 0; i < 500'000; ++i) {
        word.Set(mine);
        if (!word.Has(mine)) return;
        word.Clear(mine);
      }
      word.Set(mine);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(object->header().flags.Load(), expected);
}

TEST_F(Keep, DeathByKeepingADoomedObject) {
  Node* const doomed = heap.New<Node>('a');
  heap.Start();
  heap.Tick(2);
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(heap.SetKeepFlags(doomed, flag::kNative), "rule unreachable-is-final");
  EXPECT_DEATH(heap.SetKeepFlags(doomed, flag::kBegun), "rule unreachable-is-final");
}

TEST_F(Keep, DeathBySettingAFlagThatOnlyTheHeapSets) {
  Node* const object = heap.New<Node>('a');
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(heap.SetKeepFlags(object, flag::kBegun), "only keep flags");
  EXPECT_DEATH(heap.SetFlags(object, object_flag::kFinishDestroyed), "the author's flags");
}

}  // namespace
}  // namespace gc
