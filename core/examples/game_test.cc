// core/examples/game_test.cc -- worlds, levels and actors, and how collections change them.

#include "core/examples/game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/schedule/scheduler.h"

namespace example {
namespace {

using testing::ElementsAre;

class Play : public testing::Test {
 protected:
  Play() {
    scheduler.notices().Subscribe(
        gc::Notice::kCleanUp,
        {.call = [](void* self, const gc::Notification&) { static_cast<Game*>(self)->CleanUp(); },
         .context = &game});
    scheduler.WorldBeganPlay();
  }
  void Frame() { scheduler.WorldTick({.frame = ++frame, .delta = 1.0 / 60}); }
  std::vector<Actor*> ActorsOf(const Level& list) {
    std::vector<Actor*> actors;
    for (const auto& actor : list.actors) actors.push_back(actor.Get());
    return actors;
  }
  gc::Lock lock;
  gc::Heap heap{{.lock = &lock}};
  gc::Environment environment;
  gc::Scheduler scheduler{heap, lock, environment};
  Game game{heap, 0};
  Level& level = *game.world().levels[0];
  std::uint64_t frame = 0;
};

// S18.1: after each successful scheduled collection no gap is left, and the order is kept.
TEST_F(Play, LevelsCloseTheirGapsWhenACollectionHasBegun) {
  std::vector<Actor*> actors;
  for (int i = 0; i < 5; ++i) actors.push_back(game.Spawn(level, 0, 0));
  Game::Destroy(level, *actors[1]);
  Game::Destroy(level, *actors[4]);
  Frame();
  EXPECT_THAT(ActorsOf(level), ElementsAre(actors[0], nullptr, actors[2], actors[3], nullptr));
  scheduler.RequestCollection(false);
  Frame();
  EXPECT_THAT(ActorsOf(level), ElementsAre(actors[0], actors[2], actors[3]));
}

// S18.1: gaps are closed even if marking has only begun.
TEST_F(Play, LevelsCloseTheirGapsInTheMiddleOfATrace) {
  gc::Settings settings;
  settings.trace_incremental = true;
  settings.trace_slice = 1e-9;
  settings.trace_poll = 1;
  scheduler.Configure(settings);
  std::vector<Actor*> actors;
  for (int i = 0; i < 50; ++i) actors.push_back(game.Spawn(level, 0, 1));
  Game::Destroy(level, *actors[0]);
  scheduler.RequestCollection(false);
  Frame();
  ASSERT_TRUE(scheduler.MarkingPending());
  EXPECT_EQ(level.actors.size(), 49u);
  scheduler.Collect();
  EXPECT_EQ(level.actors.size(), 49u);
  EXPECT_EQ(level.actors[0]->components.size(), 1u) << "moved in the middle of the trace, and kept";
}

// S18.2, without the part on objects marked garbage: a destroyed actor dies with its components.
TEST_F(Play, ADestroyedActorGoesWithItsComponents) {
  Actor* const actor = game.Spawn(level, 0, 3);
  const std::uint32_t before = heap.ObjectCount();
  Game::Destroy(level, *actor);
  EXPECT_FALSE(actor->playing);
  scheduler.Collect();
  EXPECT_EQ(heap.ObjectCount(), before - 4);
}

// The number of objects does not grow during a game of a few seconds.
TEST_F(Play, AGameOfManyShotsKeepsItsSize) {
  Game busy(heap, 20);
  gc::Settings settings;
  settings.interval = 0.1;
  scheduler.Configure(settings);
  std::uint32_t most = 0;
  for (int i = 0; i < 300; ++i) {
    busy.Step();
    busy.CleanUp();
    Frame();
    if (i >= 100) most = std::max(most, heap.ObjectCount());
  }
  EXPECT_LT(most, 2000u) << "about 700 a second are made";
  EXPECT_GT(scheduler.cycle(), 20u);
}

}  // namespace
}  // namespace example
