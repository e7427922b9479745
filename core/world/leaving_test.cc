// core/world/leaving_test.cc -- levels are streamed in and out, and worlds are cleaned up.
//
// Rows: S6.2, S17.11, S18.3, S18.4.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "core/testing/failing_memory.h"
#include "core/testing/worlds.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Leaving = WorldsTest;

// S6.2, S18.4: a world goes with all that is in it, whatever in it was rooted or referred to.
TEST_F(Leaving, AWorldThatIsCleanedUpGoesWithItsLevelsAndActors) {
  const std::uint32_t before = heap.ObjectCount();
  World* const other = worlds.Open("Other");
  Level* const there = worlds.AddLevel(*other);
  Door* const far = worlds.Spawn<Door>(*there);
  heap.AddRoot(far);
  Door* const near = worlds.Spawn<Door>(*level);
  near->target = far;
  Level* const loading = worlds.StreamIn(*other);
  worlds.Spawn<Door>(*loading);
  Told();
  worlds.CleanUp(*other);
  EXPECT_THAT(Told(), ElementsAre("door ends: world left", "body ends: world left"));
  for (const NamedObject* gone :
       {static_cast<NamedObject*>(other), static_cast<NamedObject*>(there),
        static_cast<NamedObject*>(far), static_cast<NamedObject*>(far->body.Get()),
        static_cast<NamedObject*>(loading)}) {
    EXPECT_FALSE(IsValid(gone));
    EXPECT_FALSE(heap.IsRoot(gone));
  }
  EXPECT_EQ(worlds.Leaving(), 3u) << "two levels and the world";
  worlds.CleanUp(*other);
  EXPECT_EQ(worlds.Leaving(), 3u) << "once";
  CollectAsScheduled();
  EXPECT_EQ(near->target, nullptr);
  EXPECT_EQ(heap.ObjectCount(), before + 2) << "the door that is near, and its body";
  EXPECT_EQ(worlds.Leaving(), 0u);
  EXPECT_EQ(worlds.factory().FindPath("Transient/Other"), nullptr);
  EXPECT_TRUE(IsValid(near) && IsValid(level));
}

TEST_F(Leaving, WhatIsInAWorldAndIsNoLevelGoesWithIt) {
  World* const other = worlds.Open("Other");
  Package* const sky = worlds.factory().New<Package>({.outer = other, .name = "Sky"});
  worlds.CleanUp(*other);
  EXPECT_FALSE(IsValid(sky));
  EXPECT_EQ(worlds.Leaving(), 1u) << "the world";
}

// What is in a level leaves with it, and no level leaves twice.
TEST_F(Leaving, ALevelThatIsInsideOfALevelIsNoneOfTheWorld) {
  World* const other = worlds.Open("Other");
  Level* const there = worlds.AddLevel(*other);
  Level* const cellar = worlds.factory().New<Level>({.outer = there, .name = "Cellar"});
  worlds.CleanUp(*other);
  EXPECT_FALSE(IsValid(cellar));
  EXPECT_EQ(cellar->state(), Level::State::kLoading) << "it did not leave by itself";
  EXPECT_EQ(worlds.Leaving(), 2u) << "the level and the world";
}

// S17.11: whatever leaves, and from whichever allocation on memory is out.
TEST_F(Leaving, NeedsNoMemory) {
  if (!FailingMemory::kWorks) return;
  using Leave = void (*)(Worlds&, World&, Level&, Actor&);
  const Leave ways[] = {[](Worlds& of, World& all, Level&, Actor&) { of.CleanUp(all); },
                        [](Worlds& of, World&, Level& one, Actor&) { of.StreamOut(one); },
                        [](Worlds& of, World&, Level&, Actor& one) { of.Destroy(one); }};
  for (const Leave leave : ways) {
    const std::uint32_t before = heap.ObjectCount();
    for (int from = 0, failed = 1; failed != 0; ++from) {
      World* const other = worlds.Open("Other");
      Level* const there = worlds.StreamIn(*other);
      Actor* const actor = worlds.Spawn<Actor>(*there);
      Level* const inside = worlds.StreamIn(*other);
      worlds.Loaded(*inside);
      Component* const component = worlds.AddComponent<Component>(*actor);
      if (leave != ways[2]) heap.AddRoot(component);
      {
        const FailingMemory memory(from, FailingMemory::kForEver);
        leave(worlds, *other, *there, *actor);
        failed = memory.failed();
      }
      EXPECT_FALSE(IsValid(component)) << from;
      EXPECT_FALSE(heap.IsRoot(component)) << from;
      EXPECT_EQ(IsValid(there), leave == ways[2]) << from;
      EXPECT_EQ(IsValid(other), leave != ways[0]) << from;
      worlds.CleanUp(*other);
      CollectAsScheduled();
      EXPECT_EQ(heap.ObjectCount(), before) << from;
    }
  }
}

// S17.11: a destructor has no other answer.
TEST_F(Leaving, WorldsAreDroppedWithoutMemory) {
  if (!FailingMemory::kWorks) return;
  const std::uint32_t before = heap.ObjectCount();
  for (int from = 0, failed = 1; failed != 0; ++from) {
    auto others = std::make_unique<Worlds>(heap, lock, scheduler);
    others->Spawn<Actor>(*others->AddLevel(*others->Open()));
    others->StreamIn(*others->Open());
    {
      const FailingMemory memory(from, FailingMemory::kForEver);
      others.reset();
      failed = memory.failed();
    }
    Collect();
    EXPECT_EQ(heap.ObjectCount(), before) << from;
  }
}

// S18.3: a level that is loaded is no longer kept, though it may get no clusters.
TEST_F(Leaving, LoadingEndsWithoutMemory) {
  if (!FailingMemory::kWorks) return;
  const std::uint32_t before = heap.ObjectCount();
  Loader loader(heap, lock, scheduler.notices());
  for (int from = 0, failed = 1; failed != 0 || from < 40; ++from) {
    const bool while_marking = from % 2 == 1;
    Package* const package = worlds.factory().New<Package>();
    loader.Begin(*package);
    loader.New<Component>({.outer = package});
    if (while_marking) {
      lock.Acquire();
      heap.Start();
      lock.Release();
    }
    {
      const FailingMemory memory(from, FailingMemory::kForEver);
      EXPECT_EQ(loader.End(*package), 0u) << from;
      failed = memory.failed();
    }
    if (while_marking) Collect();  // ends the cycle, in which all was marked
    EXPECT_FALSE(loader.IsLoading(*package));
    Collect();
    EXPECT_EQ(heap.ObjectCount(), before) << from;
  }
}

// S18.4: a program that drops its worlds leaves nothing of them.
TEST_F(Leaving, WorldsThatAreDroppedCleanUpTheirWorlds) {
  const std::uint32_t before = heap.ObjectCount();
  {
    Worlds others(heap, lock, scheduler);
    others.Spawn<Door>(*others.AddLevel(*others.Open()));
    others.StreamIn(*others.Open());
  }
  Collect();
  EXPECT_EQ(heap.ObjectCount(), before);
}

// S18.3
TEST_F(Leaving, ALevelIsStreamedInOverFramesAndItsPlayBeginsWhenItIsLoaded) {
  Level* const cave = worlds.StreamIn(*world, "Cave");
  Door* const door = worlds.Spawn<Door>(*cave);
  CollectAsScheduled();
  worlds.Spawn<Door>(*cave, {.deferred = true});
  EXPECT_EQ(cave->state(), Level::State::kLoading);
  EXPECT_EQ(world->levels.size(), 1u) << "not in its world";
  EXPECT_THAT(Told(), IsEmpty());
  Collect();
  ASSERT_TRUE(IsValid(door)) << "kept, though nothing refers to its level";
  worlds.Loaded(*cave);
  EXPECT_EQ(cave->state(), Level::State::kInPlay);
  EXPECT_EQ(world->levels[1], cave);
  EXPECT_THAT(Told(), ElementsAre("body begins", "door begins")) << "the deferred one waits";
  Collect();
  EXPECT_TRUE(IsValid(door)) << "kept by its world";
  worlds.FinishSpawning(*cave->actors[1]);
  EXPECT_THAT(Told(), ElementsAre("body begins", "door begins"));
}

// S3.8, S18.3: an actor that is finished before its level is loaded is deferred no longer.
TEST_F(Leaving, AnActorThatIsFinishedWhileItsLevelIsLoadingBeginsWithTheOthers) {
  Level* const cave = worlds.StreamIn(*world, "Cave");
  Door* const door = worlds.Spawn<Door>(*cave, {.deferred = true});
  worlds.FinishSpawning(*door);
  EXPECT_THAT(Told(), IsEmpty());
  EXPECT_EQ(door->play(), Play::kNotBegun);
  worlds.Loaded(*cave);
  EXPECT_THAT(Told(), ElementsAre("body begins", "door begins"));
}

// S18.3
TEST_F(Leaving, ALevelThatIsStreamedOutIsGarbageAtOnceAndGoesWithTheNextCollection) {
  const std::uint32_t before = heap.ObjectCount();
  Level* const cave = worlds.AddLevel(*world, "Cave");
  Door* const door = worlds.Spawn<Door>(*cave);
  Door* const near = worlds.Spawn<Door>(*level);
  near->target = door;
  near->part = door->body.Get();
  heap.AddRoot(door->body.Get());
  Told();
  worlds.StreamOut(*cave);
  worlds.StreamOut(*cave);
  EXPECT_THAT(Told(), ElementsAre("door ends: level left", "body ends: level left"));
  EXPECT_EQ(cave->state(), Level::State::kLeft);
  EXPECT_EQ(world->levels.size(), 1u);
  EXPECT_FALSE(IsValid(cave) || IsValid(door) || IsValid(door->body.Get()));
  CollectAsScheduled();
  EXPECT_EQ(near->target, nullptr);
  EXPECT_EQ(near->part, nullptr);
  EXPECT_EQ(heap.ObjectCount(), before + 2);
}

// S18.3: a level may leave before it is complete, and its keep flag does not hold it.
TEST_F(Leaving, ALevelThatLeavesWhileItIsLoadingGoesToo) {
  const std::uint32_t before = heap.ObjectCount();
  Level* const cave = worlds.StreamIn(*world);
  worlds.Spawn<Door>(*cave);
  worlds.StreamOut(*cave);
  EXPECT_FALSE(worlds.loader().IsLoading());
  Collect();
  EXPECT_EQ(heap.ObjectCount(), before);
}

// S18.3: what the game does while play ends.
TEST_F(Leaving, ActorsMayDestroyOneAnotherWhileTheirLevelLeaves) {
  Level* const cave = worlds.AddLevel(*world);
  Door* const first = worlds.Spawn<Door>(*cave);
  Door* const second = worlds.Spawn<Door>(*cave);
  first->when_ended = [&](Door& self) {
    EXPECT_FALSE(worlds.Destroy(self)) << "it has ended";
    EXPECT_TRUE(worlds.Destroy(*second));
    worlds.StreamOut(*cave);
  };
  Told();
  worlds.StreamOut(*cave);
  EXPECT_THAT(Told(), ElementsAre("door ends: level left", "door ends: destroyed",
                                  "body ends: destroyed", "body ends: level left"));
  EXPECT_EQ(worlds.Leaving(), 1u);
}

// S13.15, S18.4: as a level does, if it has none.
TEST_F(Leaving, AWorldWithoutALevelRequestsACollectionToo) {
  Settings settings = Sliced();
  settings.collect_on_level_unload = true;
  scheduler.Configure(settings);
  World* const other = worlds.Open("Other");
  EXPECT_FALSE(Frame().started);
  worlds.CleanUp(*other);
  EXPECT_EQ(Frame().act, Act::kCollectFully);
}

}  // namespace
}  // namespace gc
