// properties/subjects/core/core_game_test.cc -- frames of a game are judged: a scheduler whose
// clock counts units begins cycles and goes on with them.

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "properties/judge/judge.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::EventKind;
namespace op = reference::op;

// In these traces object h has the number 7.
class CoreGame : public testing::Test {
 protected:
  void Given(const std::string& text) {
    const auto parsed = reference::ParseTrace("tricolour trace 2\n" + text);
    ASSERT_TRUE(std::holds_alternative<reference::Trace>(parsed)) << text;
    session_.Begin({});
    for (const auto& operation : std::get<reference::Trace>(parsed).operations) Do(operation);
  }
  // Does the operation; returns how many units the collector did.
  std::size_t Do(const reference::Operation& operation) {
    EXPECT_TRUE(session_.Step(operation)) << session_.so_far().First()->message;
    EXPECT_TRUE(session_.last_applied());
    std::size_t units = 0;
    for (const reference::Event& event : session_.last_events()) units += IsUnit(event.kind);
    return units;
  }
  bool Freed(reference::Name name) const {
    return session_.oracle().LifeOf(name) == reference::Life::kFreed;
  }
  ~CoreGame() override { EXPECT_EQ(session_.End().outcome, Outcome::kAgree); }

  const std::unique_ptr<reference::Subject> core_ = MakeCoreSubject();
  JudgeSession session_{*core_};
};

TEST_F(CoreGame, ACycleBeginsWhenItsTimeHasCome) {
  Given("create a\n");
  EXPECT_EQ(Do(op::Frame(60)), 0u) << "not more than a minute";
  EXPECT_GT(Do(op::Frame(1)), 0u);
  EXPECT_EQ(session_.last_events().front().kind, EventKind::kFlip);
}

TEST_F(CoreGame, ASliceHasRoomForFiveUnitsAndTheCycleGoesOnInTheNextFrames) {
  Given(
      "create a 1\nroot a\ncreate b 1\nstore a.0 b\ncreate d 1\nstore b.0 d\ncreate e 1\n"
      "store d.0 e\ncreate f 1\nstore e.0 f\ncreate g 1\nstore f.0 g\ncreate h\n");
  EXPECT_EQ(Do(op::Frame(61)), 6u) << "the flip, and a slice";
  EXPECT_EQ(Do(op::Frame(0)), 3u) << "the rest of the trace";
  int frames = 0;
  while (!Freed(7)) {
    ASSERT_GT(Do(op::Frame(0)), 0u);
    ASSERT_LT(++frames, 10);
  }
  EXPECT_EQ(Do(op::Frame(0)), 0u);
}

TEST_F(CoreGame, AFrameGoesOnWithWhatTheTraceBegan) {
  Given("create a\nstart\ntick 1\n");
  EXPECT_GT(Do(op::Frame(0)), 0u);
  while (!Freed(0)) ASSERT_GT(Do(op::Frame(0)), 0u);
}

TEST_F(CoreGame, UnreadyObjectsAreAskedInEachFrame) {
  Given("create a\nready a no\ncollect\n");
  EXPECT_EQ(Do(op::Frame(0)), 1u);
  EXPECT_EQ(Do(op::Frame(0)), 1u);
  Do(op::Ready(0, true));
  Do(op::Frame(0));
  EXPECT_TRUE(Freed(0));
}

TEST_F(CoreGame, AStartIsATryAndTheNextFrameTriesAgain) {
  Given("create a\n@1 enter\n");
  EXPECT_EQ(Do(op::Frame(61)), 0u);
  EXPECT_EQ(Do(op::Frame(0)), 0u);
  Do(op::Leave(1));
  EXPECT_GT(Do(op::Frame(0)), 0u) << "the time is still over";
}

TEST_F(CoreGame, AnotherLaneStoresBetweenTheSlices) {
  Given(
      "create a 1\nroot a\ncreate b 1\nroot b\ncreate d 1\nstore b.0 d\ncreate e 1\nstore d.0 e\n"
      "create f 1\nstore e.0 f\ncreate g 1\nstore f.0 g\ncreate h 1\nstore g.0 h\n");
  Do(op::Frame(61));
  ASSERT_TRUE(session_.oracle().Marking());
  Do(op::Enter(1));
  Do(op::OnLane(1, op::Move(0, 0, 6, 0)));  // h is moved out of the white g into a
  Do(op::Leave(1));
  while (session_.oracle().Marking() || session_.oracle().Gathering()) Do(op::Frame(0));
  Do(op::ExpectAlive(7));
}

}  // namespace
}  // namespace properties
