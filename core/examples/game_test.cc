// core/examples/game_test.cc -- the game plays, goes on from level to level, and keeps its size.

#include "core/examples/game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/reflect/access.h"
#include "core/reflect/cast.h"
#include "core/reflect/editing/duplicate.h"
#include "core/reflect/registry.h"
#include "core/schedule/scheduler.h"

namespace example {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class AGame : public testing::Test {
 protected:
  AGame() { scheduler.WorldBeganPlay(); }
  void Frame() { scheduler.WorldTick({.frame = ++frame, .delta = 1.0 / 60}); }
  static std::vector<Fighter*> FightersOf(const gc::Level& list) {
    std::vector<Fighter*> fighters;
    for (const auto& actor : *list.actors) fighters.push_back(static_cast<Fighter*>(actor.Get()));
    return fighters;
  }
  gc::Lock lock;
  gc::Heap heap{{.lock = &lock}};
  gc::Environment environment;
  gc::Scheduler scheduler{heap, lock, environment};
  gc::Worlds worlds{heap, lock, scheduler};
  Game game{worlds, 0};
  gc::Level& level = *game.world().levels[0];
  std::uint64_t frame = 0;
};

// S18.1: after each successful scheduled collection no gap is left, and the order is kept.
TEST_F(AGame, ClosesTheGapsOfItsLevelsWhenACollectionHasBegun) {
  std::vector<Fighter*> fighters;
  for (int i = 0; i < 5; ++i) fighters.push_back(game.Spawn(level, 0, 0));
  game.Destroy(*fighters[1]);
  game.Destroy(*fighters[4]);
  Frame();
  EXPECT_THAT(FightersOf(level),
              ElementsAre(fighters[0], nullptr, fighters[2], fighters[3], nullptr));
  scheduler.RequestCollection(false);
  Frame();
  EXPECT_THAT(FightersOf(level), ElementsAre(fighters[0], fighters[2], fighters[3]));
}

// S18.1: gaps are closed even if marking has only begun.
TEST_F(AGame, ClosesTheGapsOfItsLevelsInTheMiddleOfATrace) {
  gc::Settings settings;
  settings.trace_incremental = true;
  settings.trace_slice = 1e-9;
  settings.trace_poll = 1;
  scheduler.Configure(settings);
  std::vector<Fighter*> fighters;
  for (int i = 0; i < 50; ++i) fighters.push_back(game.Spawn(level, 0, 1));
  game.Destroy(*fighters[0]);
  scheduler.RequestCollection(false);
  Frame();
  ASSERT_TRUE(scheduler.MarkingPending());
  EXPECT_EQ(level.actors.size(), 49u);
  scheduler.Collect();
  EXPECT_EQ(level.actors.size(), 49u);
  EXPECT_EQ(level.actors[0]->components.size(), 1u) << "moved in the middle of the trace, and kept";
}

// S18.2: a fighter that is destroyed is not valid from then on, and dies though others aim at it.
TEST_F(AGame, LosesADestroyedFighterWithItsPieces) {
  Fighter* const hunter = game.Spawn(level, 0, 0);
  Fighter* const bullet = game.Spawn(level, 0, 3);
  const std::uint32_t before = heap.ObjectCount();
  hunter->target = bullet;
  game.Destroy(*bullet);
  EXPECT_FALSE(gc::IsValid(bullet));
  scheduler.Collect();
  EXPECT_EQ(heap.ObjectCount(), before - 4);
  EXPECT_EQ(hunter->target, nullptr);
}

// S18.3, S18.5: a level that leaves is gone after the collection, though the next one aims into it.
TEST_F(AGame, GoesOnToTheNextLevelAndLeavesNothingBehind) {
  Game busy(worlds, 200);
  gc::Level& first = *busy.world().levels[0];
  EXPECT_EQ(first.actors.size(), 100u);
  const gc::WeakPtr<gc::Level> weak(&first);
  busy.GoOn();
  for (int i = 0; i < 3; ++i) {
    busy.Step();
    Frame();
  }
  EXPECT_EQ(busy.levels_left(), 1);
  EXPECT_EQ(busy.world().levels.size(), 2u);
  EXPECT_FALSE(weak.IsValid());
  EXPECT_EQ(worlds.Leaving(), 1u);
  scheduler.Collect();
  EXPECT_THAT(worlds.FindLeaks(), IsEmpty());
  EXPECT_EQ(worlds.Leaving(), 0u);
}

// S4.24: what the annotations say is known by name, and nothing was registered by hand.
TEST_F(AGame, HasClassesThatItsAnnotationsDescribe) {
  Fighter* const hunter = game.Spawn(level, 0, 1);
  Fighter* const other = game.Spawn(level, 0, 0);
  std::string error;
  EXPECT_EQ(&gc::ClassOf(*hunter), gc::FindReflectedClass("/Script/Example.Fighter"));
  EXPECT_TRUE(gc::SetValue(*hunter, "frames_left", 7, error)) << error;
  EXPECT_EQ(hunter->frames_left, 7);
  EXPECT_TRUE(gc::SetReference(*hunter, "target", other, error)) << error;
  EXPECT_EQ(hunter->target, other);
  EXPECT_FALSE(gc::SetReference(*hunter, "target", hunter->components[0].Get(), error));
  const Fighter* const copy = gc::Duplicate(heap, *hunter, {}, error);
  ASSERT_NE(copy, nullptr) << error;
  EXPECT_EQ(copy->frames_left, 7);
  EXPECT_EQ(copy->target, other);
}

// The number of objects does not grow during a game of a few seconds.
TEST_F(AGame, OfManyShotsAndLevelsKeepsItsSize) {
  Game busy(worlds, 20);
  gc::Settings settings;
  settings.interval = 0.1;
  scheduler.Configure(settings);
  std::uint32_t most = 0;
  int leaks = 0;
  worlds.ReportLeaks([&leaks](const gc::LevelLeak&) { leaks += 1; });
  for (int i = 0; i < 300; ++i) {
    busy.Step();
    if (i % 60 == 0) busy.GoOn();
    Frame();
    if (i >= 100) most = std::max(most, heap.ObjectCount());
  }
  EXPECT_LT(most, 2000u) << "about 700 a second are made";
  EXPECT_GT(scheduler.cycle(), 20u);
  EXPECT_EQ(busy.levels_left(), 5);
  EXPECT_EQ(leaks, 0);
}

}  // namespace
}  // namespace example
