// core/inspect/report/leaks_test.cc -- a world that should be gone, and the chain that keeps it.

#include "core/inspect/report/leaks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/heap/factory.h"
#include "core/testing/named.h"

namespace gc {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// A world that a root holds, with a level and an actor in it, and an engine that outlives it.
struct LeakyWorlds : Workshop {
  LeakyWorlds() {
    heap.AddRoot(engine);
    engine->left = world;
    world->left = level;
    level->left = actor;
  }
  void LeaveTheWorld() {
    engine->left = nullptr;
    heap.Collect();
  }
  Thing* const engine = make.New<Thing>({.name = "Engine"});
  Thing* const world = make.New<Thing>({.name = "World"});
  Thing* const level = make.New<Thing>({.outer = world, .name = "Level"});
  Part* const actor = make.New<Part>({.outer = level, .name = "Actor"});
  const WeakReference handle{world};
};

// S15.8
TEST(Leaks, AWorldThatIsGoneLeavesNone) {
  LeakyWorlds worlds;
  worlds.LeaveTheWorld();
  EXPECT_FALSE(worlds.handle.IsValid());
  const std::vector<Leak> leaks = FindLeakInside(worlds.heap, worlds.handle);
  EXPECT_THAT(leaks, IsEmpty());
  ExpectNoLeak(leaks);
}

// S15.8, C12: a forgotten reference holds an actor. The actor holds its level, and that its world.
TEST(Leaks, AWorldThatAForgottenReferenceKeepsIsNamedWithTheChain) {
  LeakyWorlds worlds;
  worlds.engine->right = worlds.actor;
  worlds.LeaveTheWorld();
  const std::vector<Leak> leaks = FindLeakInside(worlds.heap, worlds.handle);
  ASSERT_EQ(leaks.size(), 1u);
  EXPECT_EQ(leaks[0].index, worlds.actor->header().index);
  EXPECT_EQ(leaks[0].from_outside.holder, worlds.engine->header().index);
  EXPECT_STREQ(leaks[0].from_outside.name, "right");
  EXPECT_THAT(leaks[0].text, HasSubstr(" .right\n  <- root set\n  from outside: Thing "));
}

// The handle is that of the old world. A new object at the same index is not that world.
TEST(Leaks, ANewObjectAtTheIndexOfAWorldThatIsGoneIsNoLeak) {
  LeakyWorlds worlds;
  worlds.LeaveTheWorld();
  bool reused = false;
  for (int i = 0; i < 20; ++i) {
    Part* const part = worlds.make.New<Part>({.outer = worlds.engine});
    worlds.heap.AddRoot(part);
    reused = reused || part->header().index == worlds.handle.index();
  }
  ASSERT_TRUE(reused);
  EXPECT_THAT(FindLeakInside(worlds.heap, worlds.handle), IsEmpty());
}

TEST(Leaks, ALeakMayBeARootInsideTheWorld) {
  LeakyWorlds worlds;
  const StrongPtr<Part> forgotten(worlds.actor);
  worlds.LeaveTheWorld();
  const std::vector<Leak> leaks = FindLeakInside(worlds.heap, worlds.handle);
  ASSERT_EQ(leaks.size(), 1u);
  EXPECT_EQ(leaks[0].from_outside.kind, EdgeKind::kStrongCount);
}

TEST(Leaks, AnObjectWithoutAGroupIsAGroupOfItsOwn) {
  LeakyWorlds worlds;
  worlds.engine->right = worlds.actor;
  const WeakReference actor(worlds.actor);
  const std::vector<Leak> leaks = FindLeaks(worlds.heap, {&actor, 1});
  ASSERT_EQ(leaks.size(), 1u);
  ASSERT_FALSE(leaks[0].chain.front().IsRoot());
  EXPECT_EQ(leaks[0].from_outside, leaks[0].chain.front()) << "and not the root's";
}

// An unreachable object is no leak; the next cycle frees it.
TEST(Leaks, WhatIsOnlyNotCollectedYetIsNoLeak) {
  LeakyWorlds worlds;
  worlds.engine->left = nullptr;
  EXPECT_TRUE(worlds.handle.IsValid());
  EXPECT_THAT(FindLeakInside(worlds.heap, worlds.handle), IsEmpty());
}

// S15.8: the mark of garbage frees nothing; a count keeps the world and its mark.
TEST(Leaks, AWorldThatIsMarkedGarbageAndKeptIsALeak) {
  LeakyWorlds worlds;
  const StrongPtr<Part> forgotten(worlds.actor);
  for (NamedObject* const gone :
       {static_cast<NamedObject*>(worlds.world), static_cast<NamedObject*>(worlds.level),
        static_cast<NamedObject*>(worlds.actor)}) {
    worlds.heap.MarkGarbage(gone);
  }
  worlds.LeaveTheWorld();
  EXPECT_EQ(FindLeakInside(worlds.heap, worlds.handle).size(), 1u);
  const std::vector<WeakReference> gone{WeakReference(worlds.actor)};
  EXPECT_EQ(FindLeaks(worlds.heap, gone).size(), 1u);
}

TEST(Leaks, OfSeveralObjectsEachThatIsReachedIsNamed) {
  LeakyWorlds worlds;
  const std::vector<WeakReference> gone{WeakReference(worlds.level), WeakReference(worlds.actor),
                                        WeakReference()};
  EXPECT_EQ(FindLeaks(worlds.heap, gone).size(), 2u);
  worlds.world->left = nullptr;
  worlds.heap.Collect();
  EXPECT_THAT(FindLeaks(worlds.heap, gone), IsEmpty());
}

// S15.6, external only: references from inside the world are left out.
TEST(Leaks, ReferencesIntoAWorldAreThoseThatDoNotComeFromInsideIt) {
  const LeakyWorlds worlds;
  const HeapGraph graph(worlds.heap);
  const std::vector<Edge> edges =
      ReferencesInto(graph, IsOrIsInside(graph, worlds.world->header().index));
  ASSERT_EQ(edges.size(), 1u);
  EXPECT_EQ(edges[0].holder, worlds.engine->header().index);
}

// S15.8: a leak aborts with its chain.
TEST(LeaksDeathTest, AWorldThatMustBeGoneAndIsNotIsFatal) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  LeakyWorlds worlds;
  worlds.engine->right = worlds.actor;
  worlds.LeaveTheWorld();
  EXPECT_DEATH(ExpectNoLeak(FindLeakInside(worlds.heap, worlds.handle)),
               "should be gone: Part(.|\n)*from outside: Thing");
}

// S2.14: an object under construction keeps itself, and has no slots yet that could be searched.
TEST(Leaks, AnObjectUnderConstructionIsKeptAndNotLookedInto) {
  Workshop shop;
  Reserved<Thing> reserved = shop.make.Reserve<Thing>();
  EXPECT_THAT(WhyAlive(shop.heap, reserved.object()), HasSubstr("  <- under construction\n"));
  const HeapGraph graph(shop.heap);
  EXPECT_TRUE(graph.EdgesOf(reserved.object()->header().index).empty());
}

}  // namespace
}  // namespace gc
