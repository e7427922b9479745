// properties/worlds/worlds_test.cc -- runs of worlds agree with the table, and each kind of wrong
// answer is noticed and made small.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "properties/worlds/worlds_run.h"
#include "reference/worlds/paper_worlds.h"

namespace properties::worlds {
namespace {

// The first run that notices the lie, shrunk; empty if none does.
WorldsRun RunThatNotices(WorldsLie lie) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const WorldsRun run = DrawWorldsRun(seed);
    if (!JudgeWorlds(run, lie).difference.empty()) return ShrunkWorlds(run, lie);
  }
  return {};
}

TEST(Worlds, AgreeWithTheTableInAThousandRuns) {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const WorldsVerdict verdict = JudgeWorlds(DrawWorldsRun(seed));
    ASSERT_EQ(verdict.difference, "") << TextOf(ShrunkWorlds(DrawWorldsRun(seed)));
    compared += verdict.compared;
  }
  EXPECT_GT(compared, 100'000u);
}

TEST(Worlds, EachVerbIsDoneInSomeRun) {
  std::set<WorldsVerb> done;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    WorldsRun begun;
    std::uint64_t applied = 0;
    for (const WorldsOperation& operation : DrawWorldsRun(seed)) {
      begun.push_back(operation);
      const std::uint64_t now = JudgeWorlds(begun).applied;
      if (now > applied) done.insert(operation.verb);
      applied = now;
    }
  }
  EXPECT_EQ(done.size(), kWorldsVerbs);
}

TEST(Worlds, NoticeEachKindOfWrongAnswerInAFewOperations) {
  for (const WorldsLie lie :
       {WorldsLie::kTellsTwice, WorldsLie::kKeepsPlay, WorldsLie::kSkipsGap,
        WorldsLie::kForgetsLeak, WorldsLie::kMiscounts, WorldsLie::kMakesMore}) {
    const WorldsRun run = RunThatNotices(lie);
    EXPECT_FALSE(JudgeWorlds(run, lie).difference.empty()) << static_cast<int>(lie);
    EXPECT_LE(run.size(), 8u) << TextOf(run);
  }
}

TEST(Worlds, TheTableKnowsWhatEndsAndWhatIsLeft) {
  reference::worlds::PaperWorlds paper;
  const int world = paper.Open();
  const int level = paper.AddLevel(world, reference::worlds::State::kInPlay);
  const int first = paper.Spawn(level, {}, reference::worlds::kNone);
  const int second = paper.Spawn(level, {.instigator = first}, reference::worlds::kNone);
  EXPECT_EQ(paper.Told(), (std::vector<std::string>{"part 0.0 begins", "actor 0 begins",
                                                    "part 1.0 begins", "actor 1 begins"}));
  EXPECT_EQ(paper.Count(), 6u);
  EXPECT_TRUE(paper.Destroy(first));
  EXPECT_FALSE(paper.Destroy(first));
  EXPECT_EQ(paper.Told(),
            (std::vector<std::string>{"actor 0 ends: destroyed", "part 0.0 ends: destroyed"}));
  paper.Collected();
  EXPECT_EQ(paper.Count(), 4u);
  EXPECT_EQ(paper.At(second).instigator, reference::worlds::kNone);
  // What holds an actor keeps its level and its world, and is told once.
  paper.Hold(second);
  paper.CleanUp(world, 1);
  EXPECT_TRUE(paper.NewLeaks(1).empty()) << "it left after that cycle had begun";
  EXPECT_EQ(paper.NewLeaks(2).size(), 1u);
  EXPECT_TRUE(paper.NewLeaks(3).empty());
  paper.Collected();
  EXPECT_EQ(paper.Leaving(), 2u);
  EXPECT_EQ(paper.Count(), 3u) << "without its part";
  paper.Hold(reference::worlds::kNone);
  paper.Collected();
  EXPECT_EQ(paper.Count(), 0u);
}

}  // namespace
}  // namespace properties::worlds
