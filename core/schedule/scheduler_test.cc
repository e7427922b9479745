// core/schedule/scheduler_test.cc -- what each kind of collection on demand does, and when it is
// refused.
//
// Label: threads.

#include "core/schedule/scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>

#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

using testing::ElementsAre;

// S13.13
TEST(Collect, FullLeavesNothingDoomedAndNothingPending) {
  ScheduledHeap world(Sliced());
  world.MakeChain(3);
  world.MakeGarbage(5);
  world.scheduler.Collect();
  EXPECT_EQ(world.heap.ObjectCount(), 3u);
  EXPECT_FALSE(world.scheduler.MarkingPending());
  EXPECT_FALSE(world.scheduler.PurgePending());
}

// S13.13, A25
TEST(Collect, NotFullMarksAndGathersAndLeavesThePurgeToSlices) {
  ScheduledHeap world(Sliced());
  world.MakeGarbage(5);
  world.scheduler.Collect(false);
  EXPECT_FALSE(world.scheduler.MarkingPending());
  EXPECT_EQ(world.heap.phase(), Phase::kIdle);
  EXPECT_TRUE(world.scheduler.PurgePending());
  EXPECT_EQ(world.heap.ObjectCount(), 5u);
}

// A world in the middle of marking in slices.
struct Suspended : ScheduledHeap {
  Suspended() : ScheduledHeap(Sliced()) {
    first = MakeChain(30);
    scheduler.RequestCollection(false);
    Frame();
    Heard();
  }
  Node* first;
};

// S9.1
TEST(Collect, WithoutSlicesIsNeverSuspended) {
  ScheduledHeap world;
  world.MakeChain(1000);
  world.scheduler.RequestCollection(false);
  world.Frame();
  EXPECT_FALSE(world.scheduler.MarkingPending());
}

// S9.1
TEST(Collect, InSlicesIsSuspendedWhileWorkIsLeft) {
  Suspended world;
  EXPECT_TRUE(world.scheduler.MarkingPending());
  for (int i = 0; i < 20; ++i) world.Frame();
  EXPECT_FALSE(world.scheduler.MarkingPending());
}

// S8.7: objects that became unreachable after the flip of the suspended cycle are gone as well.
TEST(Collect, FullWhileMarkingIsSuspendedCollectsWhatDiedSinceItBegan) {
  Suspended world;
  ASSERT_TRUE(world.scheduler.MarkingPending());
  world.first->left = nullptr;
  world.scheduler.Collect();
  EXPECT_EQ(world.heap.ObjectCount(), 1u);
  EXPECT_THAT(
      world.Heard(),
      ElementsAre("marking-done locked", "begin-starts locked", "begin-done locked",
                  "purge-done locked", "post-collect open", "complete open", "pre-collect open",
                  "started locked", "marking-done locked", "begin-starts locked",
                  "begin-done locked", "purge-done locked", "post-collect open", "complete open"));
}

// S8.7
TEST(Collect, NotFullWhileMarkingIsSuspendedOnlyCompletesIt) {
  Suspended world;
  world.first->left = nullptr;  // unreachable from here on: floating garbage of this cycle
  world.scheduler.Collect(false);
  EXPECT_FALSE(world.scheduler.MarkingPending());
  EXPECT_EQ(world.heap.phase(), Phase::kIdle);
  EXPECT_EQ(world.scheduler.cycle(), 1u);
  EXPECT_THAT(world.Heard(),
              ElementsAre("marking-done locked", "post-collect open", "begin-starts locked",
                          "begin-done locked", "purge-done locked", "complete open"));
}

// S8.7: a mask keeps objects in the cycle that the call completes, and in the one that a full
// collection runs after it.
TEST(Collect, WithAMaskWhileMarkingIsSuspendedAddsRootsToIt) {
  for (const bool full : {false, true}) {
    ScheduledHeap world(Sliced());
    world.MakeChain(30);
    Node* const asset = world.heap.New<Node>('a');
    asset->left = world.heap.New<Node>('b');
    world.heap.SetFlags(asset, object_flag::kStandalone);
    world.scheduler.RequestCollection(false);
    world.Frame();
    ASSERT_TRUE(world.scheduler.MarkingPending());
    world.scheduler.Collect(full, object_flag::kStandalone);
    while (world.scheduler.PurgePending()) world.Frame();
    EXPECT_EQ(world.heap.ObjectCount(), 32u);
    world.scheduler.Collect();
    EXPECT_EQ(world.heap.ObjectCount(), 30u) << "the mask does not count in a later cycle";
  }
}

// S8.7: each doomed object is destroyed exactly once.
TEST(Collect, WhileAPurgeIsPendingCompletesItFirst) {
  for (const bool full : {false, true}) {
    ScheduledHeap world(Sliced());
    Diary diary;
    for (const char name : {'a', 'b', 'c'}) world.heap.New<Node>(name, &diary);
    world.scheduler.Collect(false);
    ASSERT_TRUE(world.scheduler.PurgePending());
    world.Frame();  // a part of the purge
    world.Heard();
    world.scheduler.Collect(full);
    const Diary heard = world.Heard();
    EXPECT_LT(std::ranges::find(heard, "purge-done locked"),
              std::ranges::find(heard, "pre-collect open"));
    EXPECT_EQ(world.heap.ObjectCount(), 0u);
    std::ranges::sort(diary);
    EXPECT_THAT(diary, ElementsAre("began a", "began b", "began c", "destroyed a", "destroyed b",
                                   "destroyed c", "finished a", "finished b", "finished c"));
    EXPECT_EQ(world.scheduler.cycle(), 2u);
  }
}

// S8.7: what an older cycle doomed is gone before the flip of the new one, whichever call collects.
TEST(Collect, WhileAPurgeIsPendingTheOldAreFreedBeforeTheNewFlip) {
  for (const int call : {0, 1, 2}) {
    ScheduledHeap world(Sliced());
    world.MakeGarbage(3);
    world.scheduler.Collect(false);
    ASSERT_TRUE(world.scheduler.PurgePending());
    Listener listener(world.heap);
    if (call == 2) {
      world.lock.Acquire();
      world.heap.Collect();
      world.lock.Release();
    } else {
      world.scheduler.Collect(call == 1);
    }
    const Diary heard = listener.Heard();
    const auto flip = std::ranges::find(heard, "flip");
    ASSERT_NE(flip, heard.end());
    EXPECT_EQ(std::count(heard.begin(), flip, "free x"), 3) << call;
    EXPECT_EQ(std::count(flip, heard.end(), "flip"), 1) << call;
  }
}

// S8.7: the marking that is completed has no limit, whatever a slice of it takes; and a mask of
// the heap's own call adds roots to it and to the cycle after it.
TEST(Collect, OfTheHeapWhileMarkingIsSuspendedCompletesItWithTheMaskAndRunsANewCycle) {
  Suspended world;
  world.unit_takes = 1'000'000'000;
  Node* const asset = world.heap.New<Node>('a');
  world.heap.SetFlags(asset, object_flag::kStandalone);
  world.scheduler.Collect(false);
  EXPECT_FALSE(world.scheduler.MarkingPending()) << "in one call, whatever its slices would take";
  while (world.scheduler.PurgePending()) world.Frame();
  world.heap.AddRoot(asset);
  world.scheduler.RequestCollection(false);
  Node* const kept = world.heap.New<Node>('k');
  world.heap.SetFlags(kept, object_flag::kStandalone);
  world.Frame();
  ASSERT_TRUE(world.scheduler.MarkingPending());
  Listener listener(world.heap);
  world.first->left = nullptr;
  world.lock.Acquire();
  world.heap.Collect(object_flag::kStandalone);
  world.lock.Release();
  EXPECT_EQ(world.heap.ObjectCount(), 3u) << "the first of the chain, and the two assets";
  const Diary heard = listener.Heard();
  EXPECT_EQ(std::ranges::count(heard, "flip"), 1);
}

// S8.7: a gather that is suspended is finished too.
TEST(Collect, WhileAGatherIsPendingCompletesItFirst) {
  ScheduledHeap world(Sliced());
  world.MakeGarbage(30);
  world.scheduler.RequestCollection(false);
  while (world.heap.phase() != Phase::kGathering) world.Frame();
  world.Frame();
  ASSERT_EQ(world.heap.phase(), Phase::kGathering) << "a part of it";
  world.scheduler.Collect(true);
  EXPECT_EQ(world.heap.ObjectCount(), 0u);
}

// S12.8: another thread makes the object ready while the lock is released.
TEST(Collect, FullWaitsForObjectsThatAreNotReady) {
  ScheduledHeap world;
  Node* const node = world.heap.New<Node>('n');
  node->ready = false;
  world.environment.on_pause = [&] {
    EXPECT_FALSE(world.lock.IsLocked());
    node->ready = world.environment.pauses == 3;
  };
  world.scheduler.Collect();
  EXPECT_EQ(world.heap.ObjectCount(), 0u);
  EXPECT_EQ(world.environment.pauses, 3);
  EXPECT_EQ(world.environment.not_ready, 0u);
}

// S3.9: where the lock is released for a worker, no step runs, so the worker may make objects too.
TEST(Collect, FullLetsAWorkerMakeObjectsWhileItWaitsForIt) {
  ScheduledHeap world;
  Node* const node = world.heap.New<Node>('n');
  node->ready = false;
  world.environment.on_pause = [&] {
    std::thread([&] {
      const Section section(world.lock);
      world.heap.New<Node>('w');
      node->ready = true;
    }).join();
  };
  world.scheduler.Collect();
  EXPECT_EQ(world.environment.pauses, 1);
  EXPECT_EQ(world.heap.ObjectCount(), 1u) << "the worker's object is not handed over";
}

// S3.9, S14.1: and for a listener to the steps it is one collection all the same.
TEST(Collect, FullIsOneStepThoughItReleasesTheLock) {
  ScheduledHeap world;
  std::string steps;
  world.heap.SetEventSink({.context = &steps, .step = [](void* to, Step step, bool begins) {
                             if (step != Step::kCollect) return;
                             *static_cast<std::string*>(to) += begins ? '(' : ')';
                           }});
  Node* const node = world.heap.New<Node>('n');
  node->ready = false;
  world.environment.on_pause = [&] { node->ready = world.environment.pauses == 2; };
  world.scheduler.Collect();
  EXPECT_EQ(steps, "()");
  EXPECT_EQ(world.environment.pauses, 2);
}

// S12.8
TEST(Collect, FullGivesUpAfterTheGraceTimeAndNamesTheCulprits) {
  Settings settings;
  settings.purge_culprits = 2;
  ScheduledHeap world(settings);
  for (int i = 0; i < 3; ++i) world.heap.New<Node>('n')->ready = false;
  world.scheduler.Collect();
  EXPECT_EQ(world.environment.pauses, 40) << "seconds of grace";
  EXPECT_EQ(world.environment.not_ready, 3u);
  EXPECT_THAT(world.environment.culprits, ElementsAre("Node", "Node"));
  EXPECT_EQ(world.heap.ObjectCount(), 3u);
}

// S13.13: TryCollect returns false in a callback, as it does in a subscriber.
TEST(Collect, InsideACollectionATryAnswersFalse) {
  ScheduledHeap world;
  std::vector<bool> answers;
  world.on_notice = [&](const Notification&) { answers.push_back(world.scheduler.TryCollect()); };
  world.scheduler.Collect();
  EXPECT_EQ(answers, std::vector<bool>(8, false));
  EXPECT_EQ(world.scheduler.cycle(), 1u);
}

struct Impatient : Object {
  Impatient(const Birth& birth, Scheduler& scheduler)
      : Object(birth), tried(scheduler.TryCollect()), skipped(scheduler.SkippedTries()) {}
  bool tried;
  std::uint32_t skipped;
  static const Class kClass;
};
const Class Impatient::kClass = Describe<Impatient>("Impatient");

// B9
TEST(Collect, InAConstructorATryAnswersFalseAndIsNotCounted) {
  ScheduledHeap world;
  const Impatient* const object = world.heap.New<Impatient>(world.scheduler);
  EXPECT_FALSE(object->tried);
  EXPECT_EQ(object->skipped, 0u);
}

class CollectDeathTest : public testing::Test {
 protected:
  CollectDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

// S13.13, S8.7
TEST_F(CollectDeathTest, InsideACollectionADemandAborts) {
  EXPECT_DEATH(
      {
        ScheduledHeap world;
        world.on_notice = [&](const Notification& one) {
          if (one.notice == Notice::kPreCollect) world.scheduler.Collect();
        };
        world.scheduler.Collect();
      },
      "must not be demanded inside a collection: Collect");
}

// S7.8
TEST_F(CollectDeathTest, OnAnotherThreadADemandAborts) {
  EXPECT_DEATH(
      {
        ScheduledHeap world;
        std::jthread([&] { world.scheduler.Collect(); }).join();
      },
      "only the collector's thread may collect");
}

// S7.1
TEST_F(CollectDeathTest, UnderAnotherLockThanTheHeaps) {
  EXPECT_DEATH(
      {
        ScheduledHeap world;
        Lock other;
        Scheduler wrong(world.heap, other, world.environment);
      },
      "under its own lock");
}

// S12.8
TEST_F(CollectDeathTest, AnObjectIsNotReadyInTimeAndTheDefaultEnvironmentAborts) {
  EXPECT_DEATH(
      Environment().NotReadyInTime({.count = 1, .culprits = {{.index = 7, .type = &Node::kClass}}}),
      "within the grace time of a full purge: Node 7\n.*rule wait-is-revisited");
}

}  // namespace
}  // namespace gc
