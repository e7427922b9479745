// core/heap/purge_call_test.cc -- a purge runs in slices or to its end, and waits only so long.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "core/inspect/verify/verifier.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class PurgeCall : public testing::Test {
 protected:
  Diary Told() { return std::exchange(diary, {}); }
  Node* New(char name, Heap& in) { return in.New<Node>(name, &diary); }
  Node* New(char name) { return New(name, heap); }
  void GatherAll(Heap& in) {
    in.Start();
    while (in.phase() != Phase::kIdle) in.Tick(1);
  }
  Diary diary;
  Heap heap;
  CountingClock clock;
};

// S12.2: begin-destroy is called in slices or all at once, under a budget and in a full collection.
TEST_F(PurgeCall, BeginsInSlicesOrAllInTheStepThatEndsTheGather) {
  for (const bool in_slices : {true, false}) {
    Heap some({.begin_in_slices = in_slices});
    for (char name = 'a'; name < 'd'; ++name) New(name, some);
    GatherAll(some);
    EXPECT_THAT(Told(), SizeIs(in_slices ? 0 : 3)) << "in slices: " << in_slices;
    EXPECT_EQ(some.Tick(1), 1u);
    EXPECT_EQ(Told(), in_slices ? Diary{"began a"} : Diary{"finished a"});
    EXPECT_FALSE(Verifier().Verify(some));

    Heap full({.begin_in_slices = in_slices});
    for (char name = 'x'; name < 'z'; ++name) New(name, full);
    full.Collect();
    EXPECT_THAT(Told(), ElementsAre("began x", "began y", "finished x", "finished y", "destroyed x",
                                    "destroyed y"));
    some.Collect();
    Told();
  }
}

// S12.6: an object that is ready leaves the waiting list, and the others stay.
TEST_F(PurgeCall, AReadyObjectLeavesTheWaitingListAndTheOthersStay) {
  std::vector<Node*> waiting;
  for (char name = 'a'; name < 'h'; ++name) waiting.push_back(New(name));
  for (Node* const node : waiting) node->ready = false;
  heap.Collect();
  Told();
  for (const std::size_t next : {3u, 0u, 6u, 1u, 5u, 2u, 4u}) {
    waiting[next]->ready = true;
    const std::string name(1, static_cast<char>('a' + next));
    heap.Tick(kUnlimited);
    EXPECT_THAT(Told(), ElementsAre("finished " + name, "destroyed " + name));
  }
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S12.5, S12.7
TEST_F(PurgeCall, ASliceAfterEachObjectTakesEachStageOnce) {
  for (char name = 'a'; name < 'g'; ++name) New(name);
  GatherAll(heap);
  while (heap.PurgePending()) heap.PurgeUntil(clock.After(0));
  std::map<std::string, int> times;
  for (const std::string& line : Told()) times[line] += 1;
  EXPECT_THAT(times, SizeIs(18));
  for (const auto& [line, count] : times) EXPECT_EQ(count, 1) << line;
}

// S12.8
TEST_F(PurgeCall, AFullPurgeWaitsUntilAllAreReady) {
  Node* const late = New('a');
  late->ready = false;
  struct Fence {
    Node* node;
    Nanoseconds looks = 0;
  } fence{late};
  const Deadline grace{.clock = {.now =
                                     [](void* self) {
                                       Fence& at = *static_cast<Fence*>(self);
                                       if (++at.looks == 5) at.node->ready = true;
                                       return at.looks;
                                     },
                                 .context = &fence},
                       .at = 1000};
  heap.Collect();
  EXPECT_FALSE(heap.FinishPurge(grace));
  EXPECT_EQ(heap.ObjectCount(), 0u);
  EXPECT_EQ(fence.looks, 5u);
}

// S12.8
TEST_F(PurgeCall, WhenTheGraceTimeIsOverItNamesTenObjectsThatStillWait) {
  for (int i = 0; i < 13; ++i) New('s')->ready = false;
  heap.Collect();
  const Unready unready = heap.FinishPurge(clock.After(20));
  EXPECT_EQ(clock.looks(), 20u);
  EXPECT_EQ(unready.count, 13u);
  ASSERT_THAT(unready.culprits, SizeIs(10));
  EXPECT_EQ(unready.culprits[0].index, 1u);
  EXPECT_STREQ(unready.culprits[9].type->name, "Node");
  EXPECT_EQ(heap.ObjectCount(), 13u) << "they go on waiting";
}

// S12.8: without a clock there is no grace.
TEST_F(PurgeCall, WithoutAClockEachIsAskedOnceMore) {
  New('s')->ready = false;
  heap.Collect();
  Listener listener(heap);
  EXPECT_EQ(heap.FinishPurge({}).count, 1u);
  EXPECT_THAT(listener.Heard(), ElementsAre("poll s not ready", "cycle-end"));
}

// S12.13: a slice is longer than its time by one object at most.
TEST_F(PurgeCall, ASliceEndsWithTheObjectDuringWhichItsTimeEnds) {
  for (int i = 0; i < 40; ++i) New('n');
  GatherAll(heap);
  while (heap.PurgePending()) {
    const std::size_t before = diary.size();
    heap.PurgeUntil(clock.After(4));
    EXPECT_LE(diary.size() - before, 4u);
  }
  EXPECT_THAT(diary, SizeIs(3 * 40));
}

// S12.14: objects that are made between slices do not disturb the purge.
TEST_F(PurgeCall, WhatIsMadeBetweenSlicesDoesNotDisturbIt) {
  for (char name = 'a'; name < 'e'; ++name) New(name);
  GatherAll(heap);
  std::vector<Node*> made;
  while (heap.PurgePending()) {
    heap.Purge(1);
    heap.AddRoot(made.emplace_back(New('m')));
  }
  EXPECT_THAT(Told(), SizeIs(12));
  EXPECT_THAT(made, SizeIs(12));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 12u);
  for (Node* const node : made) heap.RemoveRoot(node);
}

// S12.15
TEST_F(PurgeCall, WithNothingToPurgeItReturnsAtOnce) {
  New('a');
  Listener listener(heap);
  EXPECT_TRUE(heap.Purge());
  EXPECT_TRUE(heap.PurgeUntil(clock.After(0)));
  EXPECT_THAT(listener.Heard(), IsEmpty());
  EXPECT_EQ(clock.looks(), 0u);
}

// S12.17
TEST_F(PurgeCall, WhatWasBegunByHandIsNotBegunAgain) {
  Node* const root = New('r');
  heap.AddRoot(root);
  root->left = New('a');
  heap.BeginDestroy(root->left.Get());
  heap.BeginDestroy(root->left.Get());
  EXPECT_THAT(Told(), ElementsAre("began a"));
  heap.Collect();
  EXPECT_THAT(Told(), IsEmpty()) << "it is still referred to";
  root->left = nullptr;
  GatherAll(heap);
  EXPECT_FALSE(Verifier().Verify(heap));
  heap.Purge();
  EXPECT_THAT(Told(), ElementsAre("finished a", "destroyed a"));
}

// S12.18: an object may be begun by hand or by the collector. When the heap ends, no stage is
// repeated.
TEST_F(PurgeCall, DroppingTheHeapRepeatsNothingThatWasBegunByHand) {
  {
    Heap dropped;
    dropped.BeginDestroy(New('a', dropped));
  }
  EXPECT_THAT(Told(), ElementsAre("began a", "finished a", "destroyed a"));
}

// S12.19
TEST_F(PurgeCall, SaysWhetherItIsOver) {
  New('a');
  GatherAll(heap);
  EXPECT_FALSE(heap.Purge(1));
  EXPECT_FALSE(heap.Purge(1));
  EXPECT_TRUE(heap.Purge(1));
  New('b');
  GatherAll(heap);
  EXPECT_TRUE(heap.Purge());
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S12.19: neither of the older purge, nor of the gather that waited for it, nor of what that found.
TEST_F(PurgeCall, WithoutALimitLeavesNothingBehind) {
  New('a');
  GatherAll(heap);
  New('b');
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  ASSERT_TRUE(heap.PurgePending());
  EXPECT_TRUE(heap.Purge());
  EXPECT_EQ(heap.phase(), Phase::kIdle);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S13.5 (4), S11.6: a purge slice goes on with a pending gather, but never with marking.
TEST_F(PurgeCall, GoesOnWithAGatherAndLeavesATraceAlone) {
  New('a');
  heap.Start();
  EXPECT_TRUE(heap.Purge());
  EXPECT_EQ(heap.phase(), Phase::kMarking) << "no purge is pending";
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  EXPECT_TRUE(heap.Purge());
  EXPECT_EQ(heap.ObjectCount(), 0u);

  New('b');
  GatherAll(heap);
  heap.Start();
  EXPECT_TRUE(heap.Purge());
  EXPECT_EQ(heap.phase(), Phase::kMarking);
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

struct Forced {
  explicit Forced(FlagWord bits) {
    heap.collector().population.EntryOf(*heap.New<Node>('a')).flags.Set(bits);
    heap.Collect();
  }
  Heap heap;
};

// S12.16
TEST(PurgeCallDeathTest, BeginningTwiceIsFatal) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(Forced{flag::kBegun}, "begin-destroy must be called once");
}

// S12.16
TEST(PurgeCallDeathTest, FinishingTwiceIsFatal) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(Forced{flag::kFinished}, "object 1, Node.*\n.*rule begin-finish-free");
}

// S12.17
TEST(PurgeCallDeathTest, BeginningADoomedObjectByHandIsFatal) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Heap heap;
  Node* const a = heap.New<Node>('a');
  heap.Start();
  heap.Tick(2);
  EXPECT_DEATH(heap.BeginDestroy(a),
               "only an object of this heap that is not doomed is begun by hand");
}

// S12.5: a tick without a budget does nothing, and asks nothing.
TEST_F(PurgeCall, ATickOfNoUnitsBeginsNoRound) {
  New('s')->ready = false;
  heap.Collect();
  Listener listener(heap);
  EXPECT_EQ(heap.Tick(0), 0u);
  EXPECT_FALSE(heap.PurgePending());
  EXPECT_THAT(listener.Heard(), IsEmpty());
  EXPECT_EQ(heap.Tick(1), 1u) << "the one that waits is asked";
  EXPECT_FALSE(heap.PurgePending());
  EXPECT_THAT(listener.Heard(), ElementsAre("poll s not ready", "cycle-end"));
}

}  // namespace
}  // namespace gc
