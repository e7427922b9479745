// core/world/worlds_test.cc -- a level keeps its actors; a destroyed actor ends at once, and its
// memory goes with the next collection.
//
// Rows: S3.8, S6.2, S18.1, S18.2.

#include "core/world/worlds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/testing/worlds.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// S3.8, S6.2: rooted world, level, actor.
TEST_F(WorldsTest, ASpawnedActorLivesWithoutAnyReferenceOfTheUser) {
  const WeakPtr<Door> door(worlds.Spawn<Door>(*level, {.name = "Door"}));
  CollectAsScheduled();
  Collect();
  ASSERT_NE(door.Get(), nullptr);
  EXPECT_EQ(door.Get()->PathName(), "Transient/World/Level/Door");
  EXPECT_EQ(door.Get()->play(), Play::kBegun);
  EXPECT_EQ(door.Get()->body->play(), Play::kBegun);
}

// S3.8
TEST_F(WorldsTest, AnActorThatIsTakenOutOfItsLevelsListGoesWithTheNextCycle) {
  const WeakPtr<Door> door(worlds.Spawn<Door>(*level));
  level->actors.clear();
  Collect();
  EXPECT_EQ(door.Get(), nullptr);
}

// What all worlds, levels and actors need is there from the start on: to open a world makes that
// world alone.
TEST_F(WorldsTest, ANewWorldAndItsLevelAreOneObjectEach) {
  ScheduledHeap other;
  Worlds new_worlds(other.heap, other.lock, other.scheduler);
  new_worlds.factory().New<NamedObject>();  // and the package that it is in
  const std::uint32_t before = other.heap.ObjectCount();
  World* const opened = new_worlds.Open();
  EXPECT_EQ(other.heap.ObjectCount(), before + 1);
  Level* const added = new_worlds.AddLevel(*opened);
  EXPECT_EQ(other.heap.ObjectCount(), before + 2);
  Actor* const actor = new_worlds.Spawn<Actor>(*added);
  EXPECT_EQ(other.heap.ObjectCount(), before + 3);
  new_worlds.AddComponent<Component>(*actor);
  EXPECT_EQ(other.heap.ObjectCount(), before + 4);
}

// S3.8: instigator and flags.
TEST_F(WorldsTest, ASpawnedActorKnowsItsInstigatorAndHasItsFlags) {
  Door* const player = worlds.Spawn<Door>(*level);
  const Door* const shot =
      worlds.Spawn<Door>(*level, {.instigator = player, .flags = object_flag::kTransient});
  EXPECT_EQ(shot->instigator, player);
  EXPECT_TRUE(shot->header().flags.Has(object_flag::kTransient));
}

// S3.8: between spawning and finishing, through every slice of a cycle.
TEST_F(WorldsTest, ADeferredActorIsKeptBeforeItIsFinished) {
  for (int slices = 0; slices < 80; slices += 3) {
    lock.Acquire();
    heap.Start();
    heap.Tick(static_cast<Work>(slices));
    lock.Release();
    const WeakPtr<Door> door(worlds.Spawn<Door>(*level, {.deferred = true}));
    Collect();  // finishes what is pending, and runs another
    ASSERT_NE(door.Get(), nullptr) << slices;
    ASSERT_EQ(door.Get()->play(), Play::kNotBegun);
    worlds.FinishSpawning(*door.Get());
    ASSERT_EQ(door.Get()->play(), Play::kBegun);
  }
}

// Play begins with the components, and ends with them; each once.
TEST_F(WorldsTest, AnActorsPlayBeginsAfterAndEndsBeforeThatOfItsComponents) {
  Door* const door = worlds.Spawn<Door>(*level);
  Body* const late = worlds.AddComponent<Body>(*door, "late");
  EXPECT_THAT(Told(), ElementsAre("body begins", "door begins", "body begins"));
  EXPECT_EQ(late->play(), Play::kBegun);
  EXPECT_EQ(door->level(), level);
  worlds.FinishSpawning(*door);
  EXPECT_TRUE(worlds.Destroy(*door));
  EXPECT_THAT(Told(),
              ElementsAre("door ends: destroyed", "body ends: destroyed", "body ends: destroyed"));
  EXPECT_FALSE(worlds.Destroy(*door)) << "once";
  EXPECT_THAT(Told(), IsEmpty());
  EXPECT_EQ(door->level(), nullptr);
}

TEST_F(WorldsTest, AnActorThatEndsItselfWhenItsPlayBeginsIsNotBegunFurther) {
  Door* const door = worlds.Spawn<Door>(*level, {.deferred = true});
  door->when_begun = [&](Door& self) { worlds.Destroy(self); };
  worlds.FinishSpawning(*door);
  EXPECT_THAT(Told(), ElementsAre("body begins", "door begins", "door ends: destroyed",
                                  "body ends: destroyed"));
  EXPECT_EQ(door->play(), Play::kEnded);
}

TEST_F(WorldsTest, AnActorThatIsDestroyedBeforeItsPlayBeganEndsSilently) {
  Door* const door = worlds.Spawn<Door>(*level, {.deferred = true});
  worlds.Destroy(*door);
  worlds.FinishSpawning(*door);
  EXPECT_THAT(Told(), IsEmpty());
  EXPECT_EQ(door->play(), Play::kEnded);
}

// A template's added components are its own.
TEST_F(WorldsTest, AnActorThatIsSpawnedLikeAnotherHasComponentsOfItsOwn) {
  Door* const like = worlds.Spawn<Door>(*level);
  Body* const added = worlds.AddComponent<Body>(*like);
  Door* const door = worlds.Spawn<Door>(*level, {.values_of = like});
  ASSERT_EQ(door->components.size(), 1u);
  EXPECT_EQ(door->components[0], door->body.Get());
  EXPECT_NE(door->body, like->body);
  worlds.Destroy(*door);
  EXPECT_EQ(added->play(), Play::kBegun);
}

// S18.1
TEST_F(WorldsTest, AfterAScheduledCollectionNoListHasAHoleAndTheOthersKeepTheirOrder) {
  std::vector<Door*> doors;
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    doors.push_back(worlds.Spawn<Door>(*level, {.name = name}));
  }
  for (const std::size_t i : {0u, 2u, 4u}) worlds.Destroy(*doors[i]);
  EXPECT_THAT(Names(), ElementsAre("null", "b", "null", "d", "null"));
  CollectAsScheduled();
  EXPECT_THAT(Names(), ElementsAre("b", "d"));
}

// S18.1: marking that has only begun is enough for a compaction, and a compaction while marking
// loses no actor: its moves go through the barrier.
TEST_F(WorldsTest, CompactionWhileATraceIsPendingDropsWhatIsNullAndLosesNoActor) {
  std::vector<WeakPtr<Door>> kept;
  for (int i = 0; i < 40; ++i) {
    Door* const door = worlds.Spawn<Door>(*level);
    if (i % 2 == 0) {
      worlds.Destroy(*door);
    } else {
      kept.emplace_back(door);
    }
  }
  scheduler.RequestCollection(false);
  heap.SetEventSink(
      {.publish = ScheduledHeap::Count, .context = static_cast<ScheduledHeap*>(this)});
  Frame();
  ASSERT_TRUE(scheduler.MarkingPending()) << "only begun";
  EXPECT_EQ(level->actors.size(), kept.size());
  // In every slice from here on a spawn, a destruction and a compaction, as long as the collector
  // has the time to keep up.
  for (int i = 0; scheduler.MarkingPending() || scheduler.PurgePending(); ++i) {
    if (i < 20) {
      kept.emplace_back(worlds.Spawn<Door>(*level));
      worlds.Destroy(*worlds.Spawn<Door>(*level));
    }
    level->CloseGaps();
    Frame();
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    ASSERT_NE(kept[i].Get(), nullptr) << i;
    ASSERT_EQ(level->actors[i], kept[i].Get()) << i;
  }
}

// S18.1: every world, and every level of it.
TEST_F(WorldsTest, EveryLevelOfEveryWorldIsCleaned) {
  World* const other = worlds.Open("Other");
  for (const char* name : {"One", "Two"}) {
    Level* const one = worlds.AddLevel(*other, name);
    worlds.Destroy(*worlds.Spawn<Door>(*one));
    worlds.Spawn<Door>(*one);
  }
  worlds.Destroy(*worlds.Spawn<Door>(*level));
  CollectAsScheduled();
  EXPECT_EQ(level->actors.size(), 0u);
  for (const ObjectPtr<Level>& one : *other->levels) EXPECT_EQ(one->actors.size(), 1u);
}

// S18.2: for the game at once.
TEST_F(WorldsTest, ADestroyedActorAndItsComponentsAreGarbageAtOnce) {
  Door* const door = worlds.Spawn<Door>(*level);
  Body* const late = worlds.AddComponent<Body>(*door);
  const WeakPtr<Door> weak(door);
  EXPECT_TRUE(IsValid(door) && IsValid(door->body.Get()) && IsValid(late));
  worlds.Destroy(*door);
  EXPECT_THAT(Names(), ElementsAre("null"));
  EXPECT_FALSE(IsValid(door));
  EXPECT_FALSE(IsValid(door->body.Get()));
  EXPECT_FALSE(IsValid(late));
  EXPECT_TRUE(IsGarbage(door) && IsGarbage(late));
  EXPECT_EQ(weak.Get(), nullptr);
}

// S18.2: for the collector with the next collection, which clears the references to it.
TEST_F(WorldsTest, ADestroyedActorGoesThoughOthersReferToItAndToItsComponents) {
  Door* const aiming = worlds.Spawn<Door>(*level);
  const std::uint32_t before = heap.ObjectCount();
  Door* const door = worlds.Spawn<Door>(*level, {.instigator = aiming});
  aiming->target = door;
  aiming->part = door->body.Get();
  worlds.Destroy(*door);
  EXPECT_EQ(aiming->target, door) << "not yet";
  EXPECT_EQ(heap.ObjectCount(), before + 2) << "not yet";
  CollectAsScheduled();
  EXPECT_EQ(heap.ObjectCount(), before);
  EXPECT_EQ(aiming->target, nullptr);
  EXPECT_EQ(aiming->part, nullptr);
}

// S18.2, B3: destroyed while marking, behind the wavefront, it is gone after the cycle that begins
// next.
TEST_F(WorldsTest, AnActorThatIsDestroyedWhileMarkingIsGoneAfterTheNextCycle) {
  for (Work work = 0; work < 60; work += 4) {
    Door* const aiming = worlds.Spawn<Door>(*level);
    Door* const door = worlds.Spawn<Door>(*level);
    aiming->target = door;
    const WeakPtr<Door> weak(door);
    lock.Acquire();
    heap.Start();
    heap.Tick(work);
    lock.Release();
    worlds.Destroy(*door);
    Collect();
    ASSERT_EQ(weak.GetEvenIfGarbage(), nullptr) << work;
    ASSERT_EQ(aiming->target, nullptr) << work;
    worlds.Destroy(*aiming);
    Collect();
  }
}

// S2.11: what the game has rooted is not destroyed by mistake.
TEST_F(WorldsTest, ARootedActorIsNotDestroyed) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Door* const door = worlds.Spawn<Door>(*level);
  heap.AddRoot(door);
  EXPECT_DEATH(worlds.Destroy(*door), "a rooted object is not marked garbage: unroot it before");
  heap.RemoveRoot(door);
}

TEST_F(WorldsTest, NothingIsSpawnedInALevelThatHasLeft) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Level* const cave = worlds.AddLevel(*world, "Cave");
  Door* const door = worlds.Spawn<Door>(*cave);
  worlds.StreamOut(*cave);
  EXPECT_DEATH(worlds.Spawn<Door>(*cave),
               "an actor is spawned in a level that has not left(.|\n)*Door in "
               "Transient/World/Cave");
  EXPECT_DEATH(worlds.AddComponent<Body>(*door), "whose play has not ended(.|\n)*Body in ");
  World* const other = worlds.Open("Other");
  worlds.CleanUp(*other);
  EXPECT_DEATH(worlds.AddLevel(*other), "a level is added to a world that is open(.|\n)*Other");
  EXPECT_DEATH(worlds.StreamIn(*other), "a level is added to a world that is open(.|\n)*Other");
  EXPECT_DEATH(worlds.Loaded(*level), "a level is loaded once, after StreamIn");
}

}  // namespace
}  // namespace gc
