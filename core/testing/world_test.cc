// core/testing/world_test.cc -- a level keeps its actors, and its list has no holes after a
// collection.
//
// Rows: S3.8, S6.2, S18.1, S18.2.

#include "core/testing/world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/testing/scheduled_heap.h"

namespace gc {
namespace {

using testing::ElementsAre;

// A world with one level, ticked by a scheduler.
class Worlds : public testing::Test, protected ScheduledHeap {
 protected:
  Worlds() : ScheduledHeap(Sliced()) {
    heap.SetEventSink({});
    for (const Class* type : {&World::kClass, &Level::kClass, &Actor::kClass, &Component::kClass}) {
      make.ClassOf(*type);
    }
    world = make.New<World>({.name = "World"});
    heap.AddRoot(world);
    level = make.New<Level>({.outer = world, .name = "Level"});
    world->levels.push_back(level);
  }
  std::vector<std::string> Names() {
    std::vector<std::string> names;
    for (const ObjectPtr<Actor>& actor : level->actors) {
      names.push_back(actor == nullptr ? "null" : actor->NameText());
    }
    return names;
  }
  // Runs a scheduled collection, from its request to the last frame that works on it.
  void CollectAsScheduled() {
    scheduler.RequestCollection(true);
    Frame();
    while (scheduler.MarkingPending() || scheduler.PurgePending()) Frame();
  }

  // Collects without the scheduler, but under the lock, as the scheduler would.
  void Collect() {
    lock.Acquire();
    heap.Collect();
    lock.Release();
  }

  Factory make{heap};
  World* world;
  Level* level;
};

// S3.8, S6.2: the rooted world keeps its level, and the level its actor.
TEST_F(Worlds, ASpawnedActorLivesWithoutAnyReferenceOfTheUser) {
  const WeakPtr<Actor> actor(Spawn<Actor>(make, *level, {.name = "Door"}));
  CollectAsScheduled();
  Collect();
  ASSERT_NE(actor.Get(), nullptr);
  EXPECT_EQ(actor.Get()->PathName(), "Transient/World/Level/Door");
  EXPECT_EQ(actor.Get()->plays_begun, 1);
  EXPECT_EQ(actor.Get()->body->in_play, 1);
}

// S3.8
TEST_F(Worlds, AnActorThatIsTakenOutOfItsLevelsListGoesWithTheNextCycle) {
  const WeakPtr<Actor> actor(Spawn<Actor>(make, *level));
  level->actors.clear();
  Collect();
  EXPECT_EQ(actor.Get(), nullptr);
}

// S3.8: instigator and flags.
TEST_F(Worlds, ASpawnedActorKnowsItsInstigatorAndHasItsFlags) {
  Actor* const player = Spawn<Actor>(make, *level);
  Actor* const shot =
      Spawn<Actor>(make, *level, {.instigator = player, .flags = object_flag::kTransient});
  EXPECT_EQ(shot->instigator, player);
  EXPECT_TRUE(shot->header().flags.Has(object_flag::kTransient));
}

// S3.8: between spawning and finishing, through every slice of a cycle.
TEST_F(Worlds, ADeferredActorIsKeptBeforeItIsFinished) {
  for (int slices = 0; slices < 80; slices += 3) {
    lock.Acquire();
    heap.Start();
    heap.Tick(static_cast<Work>(slices));
    lock.Release();
    const WeakPtr<Actor> actor(Spawn<Actor>(make, *level, {.deferred = true}));
    Collect();  // finishes the pending cycle, and runs another
    ASSERT_NE(actor.Get(), nullptr) << slices;
    ASSERT_EQ(actor.Get()->plays_begun, 0);
    FinishSpawning(*actor.Get());
    ASSERT_EQ(actor.Get()->plays_begun, 1);
  }
}

// S18.1
TEST_F(Worlds, AfterAScheduledCollectionNoListHasAHoleAndTheOthersKeepTheirOrder) {
  const WorldCleaner cleaner(make, scheduler);
  std::vector<Actor*> actors;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    actors.push_back(Spawn<Actor>(make, *level, {.name = name}));
  }
  Destroy(*actors[0]);
  Destroy(*actors[2]);
  Destroy(*actors[4]);
  EXPECT_THAT(Names(), ElementsAre("null", "b", "null", "d", "null"));
  CollectAsScheduled();
  EXPECT_THAT(Names(), ElementsAre("b", "d"));
  EXPECT_EQ(cleaner.runs(), 1);
}

// S18.1: marking that has only begun is enough for a compaction, and a compaction while marking
// loses no actor: its moves go through the barrier.
TEST_F(Worlds, CompactionWhileATraceIsPendingDropsWhatIsNullAndLosesNoActor) {
  const WorldCleaner cleaner(make, scheduler);
  std::vector<WeakPtr<Actor>> kept;
  for (int i = 0; i < 40; ++i) {
    Actor* const actor = Spawn<Actor>(make, *level);
    if (i % 2 == 0) {
      Destroy(*actor);
    } else {
      kept.emplace_back(actor);
    }
  }
  scheduler.RequestCollection(false);
  heap.SetEventSink(
      {.publish = ScheduledHeap::Count, .context = static_cast<ScheduledHeap*>(this)});
  Frame();
  ASSERT_TRUE(scheduler.MarkingPending()) << "only begun";
  EXPECT_EQ(cleaner.runs(), 1);
  EXPECT_EQ(level->actors.size(), kept.size());
  // From here on, an actor is spawned, one is destroyed and a list is compacted after every slice,
  // but not for so long that the collector cannot keep up.
  for (int i = 0; scheduler.MarkingPending() || scheduler.PurgePending(); ++i) {
    if (i < 20) {
      kept.emplace_back(Spawn<Actor>(make, *level));
      Destroy(*Spawn<Actor>(make, *level));
    }
    level->CleanActors();
    Frame();
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    ASSERT_NE(kept[i].Get(), nullptr) << i;
    ASSERT_EQ(level->actors[i], kept[i].Get()) << i;
  }
}

// S18.1: the lists of every level of every world are compacted.
TEST_F(Worlds, EveryLevelOfEveryWorldIsCleaned) {
  const WorldCleaner cleaner(make, scheduler);
  World* const other = make.New<World>({.name = "Other"});
  heap.AddRoot(other);
  for (const char* name : {"One", "Two"}) {
    Level* const one = make.New<Level>({.outer = other, .name = name});
    other->levels.push_back(one);
    Destroy(*Spawn<Actor>(make, *one));
    Spawn<Actor>(make, *one);
  }
  Destroy(*Spawn<Actor>(make, *level));
  CollectAsScheduled();
  EXPECT_EQ(level->actors.size(), 0u);
  for (const ObjectPtr<Level>& one : other->levels) EXPECT_EQ(one->actors.size(), 1u);
}

// S18.2, without the part on objects marked garbage: a destroyed actor ends its play at once.
TEST_F(Worlds, ADestroyedActorEndsItsPlayAtOnceAndItsMemoryGoesWithItsParts) {
  Actor* const actor = Spawn<Actor>(make, *level);
  const WeakPtr<Actor> weak(actor);
  const WeakPtr<Component> body(actor->body.Get());
  const std::uint32_t count = heap.ObjectCount();
  Destroy(*actor);
  EXPECT_EQ(actor->plays_ended, 1);
  EXPECT_EQ(actor->body->in_play, 0);
  EXPECT_THAT(Names(), ElementsAre("null"));
  EXPECT_EQ(heap.ObjectCount(), count) << "the actor is not freed yet";
  CollectAsScheduled();
  Collect();
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_EQ(body.Get(), nullptr);
  EXPECT_EQ(heap.ObjectCount(), count - 2);
}

// S6.2: a world that is no root any more goes with all that is in it.
TEST_F(Worlds, AWorldThatIsUnloadedGoesWithItsLevelsAndActors) {
  const std::uint32_t before = heap.ObjectCount();
  Spawn<Actor>(make, *level);
  heap.RemoveRoot(world);
  Collect();
  EXPECT_EQ(heap.ObjectCount(), before - 2);
  EXPECT_EQ(make.FindPath("Transient/World"), nullptr);
}

}  // namespace
}  // namespace gc
