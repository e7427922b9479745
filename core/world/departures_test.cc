// core/world/departures_test.cc -- a level that has left and is still alive is named with the chain
// that keeps it.
//
// Row: S18.5.

#include "core/world/departures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/pointer/strong_ptr.h"
#include "core/testing/worlds.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Departing : public WorldsTest {
 protected:
  Departing() {
    worlds.ReportLeaks([this](const LevelLeak& leak) { reported.push_back(leak); });
  }
  // The paths of what has leaked.
  static std::vector<std::string> PathsOf(const std::vector<LevelLeak>& leaks) {
    std::vector<std::string> paths;
    for (const LevelLeak& leak : leaks) paths.push_back(leak.left);
    return paths;
  }
  Level* cave = worlds.AddLevel(*world, "Cave");
  Door* door = worlds.Spawn<Door>(*cave, {.name = "Door"});
  std::vector<LevelLeak> reported;
};

TEST_F(Departing, ALevelThatIsGoneAfterACollectionHasNotLeaked) {
  worlds.Spawn<Door>(*level)->target = door;
  worlds.StreamOut(*cave);
  EXPECT_EQ(worlds.Leaving(), 1u);
  CollectAsScheduled();
  EXPECT_THAT(worlds.FindLeaks(), IsEmpty());
  EXPECT_THAT(reported, IsEmpty());
  EXPECT_EQ(worlds.Leaving(), 0u);
}

// S18.5, S15.8: the object, the chain, and the reference that comes from outside.
TEST_F(Departing, ALevelThatACountKeepsIsNamedWithTheShortestChain) {
  door->part = worlds.AddComponent<Body>(*door);
  const Index body = door->body->header().index;
  StrongPtr<Body> forgotten(door->body.Get());
  worlds.StreamOut(*cave);
  CollectAsScheduled();
  const std::vector<LevelLeak> leaks = worlds.FindLeaks();
  ASSERT_THAT(PathsOf(leaks), ElementsAre("Transient/World/Cave"));
  EXPECT_EQ(leaks[0].leak.index, body);
  EXPECT_EQ(leaks[0].leak.chain.size(), 1u);
  EXPECT_EQ(leaks[0].leak.from_outside.kind, EdgeKind::kStrongCount);
  EXPECT_THAT(leaks[0].leak.text, HasSubstr("should be gone: Body "));
  forgotten.Reset();
  CollectAsScheduled();
  EXPECT_THAT(worlds.FindLeaks(), IsEmpty());
  EXPECT_EQ(worlds.Leaving(), 0u);
}

// S18.5: a heap that does not eliminate garbage follows references to it.
TEST(DepartingWithoutElimination, AReferenceFromAnotherLevelIsTheChain) {
  Lock lock;
  Heap heap({.lock = &lock, .eliminate = Origins::None()});
  Environment environment;
  Scheduler scheduler(heap, lock, environment);
  Worlds worlds(heap, lock, scheduler);
  World* const world = worlds.Open("World");
  Level* const cave = worlds.AddLevel(*world, "Cave");
  Door* const near = worlds.Spawn<Door>(*worlds.AddLevel(*world, "Near"));
  Door* const door = worlds.Spawn<Door>(*cave);
  near->target = door;
  worlds.StreamOut(*cave);
  scheduler.Collect();
  std::vector<LevelLeak> leaks = worlds.FindLeaks();
  ASSERT_EQ(leaks.size(), 1u);
  EXPECT_EQ(leaks[0].leak.index, door->header().index);
  EXPECT_EQ(leaks[0].leak.from_outside.holder, near->header().index);
  EXPECT_STREQ(leaks[0].leak.from_outside.name, "target");
  EXPECT_EQ(leaks[0].leak.chain.size(), 4u) << "door, near, level, world, root set";
  near->target = nullptr;
  scheduler.Collect();
  EXPECT_THAT(worlds.FindLeaks(), IsEmpty());
}

// S18.5: told by itself, once, when the gather of a cycle is over that began after it left.
TEST_F(Departing, ALeakIsReportedOnceWithoutBeingAskedFor) {
  const StrongPtr<Door> forgotten(door);
  worlds.StreamOut(*cave);
  EXPECT_THAT(reported, IsEmpty());
  CollectAsScheduled();
  EXPECT_THAT(PathsOf(reported), ElementsAre("Transient/World/Cave"));
  CollectAsScheduled();
  CollectAsScheduled();
  EXPECT_EQ(reported.size(), 1u) << "once";
  EXPECT_EQ(worlds.FindLeaks().size(), 1u) << "whenever it is asked for";
}

// S18.5: what a cycle keeps that had begun before the level left is no leak.
TEST_F(Departing, ALevelThatLeavesWhileMarkingIsGivenTheNextCycle) {
  {
    const StrongPtr<Door> kept(door);
    scheduler.RequestCollection(false);
    heap.SetEventSink(
        {.publish = ScheduledHeap::Count, .context = static_cast<ScheduledHeap*>(this)});
    Frame();
    ASSERT_TRUE(scheduler.MarkingPending());
    worlds.StreamOut(*cave);
    while (scheduler.MarkingPending() || scheduler.PurgePending()) Frame();
    EXPECT_EQ(worlds.Leaving(), 1u) << "it was reached";
    EXPECT_THAT(reported, IsEmpty());
  }
  CollectAsScheduled();
  EXPECT_EQ(worlds.Leaving(), 0u);
  EXPECT_THAT(reported, IsEmpty());
}

// S18.5: a world is named if something of it leaks that is in none of its levels.
TEST_F(Departing, AWorldIsNamedOnlyForALeakThatIsNoneOfItsLevels) {
  const StrongPtr<Door> forgotten(door);
  worlds.CleanUp(*world);
  CollectAsScheduled();
  EXPECT_THAT(PathsOf(worlds.FindLeaks()), ElementsAre("Transient/World/Cave"));
  EXPECT_THAT(PathsOf(reported), ElementsAre("Transient/World/Cave"));
}

TEST_F(Departing, AWorldThatIsKeptItselfIsNamed) {
  const StrongPtr<World> forgotten(world);
  worlds.CleanUp(*world);
  CollectAsScheduled();
  EXPECT_THAT(PathsOf(worlds.FindLeaks()), ElementsAre("Transient/World")) << "its levels are gone";
}

}  // namespace
}  // namespace gc
