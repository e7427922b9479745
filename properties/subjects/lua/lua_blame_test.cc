// properties/subjects/lua/lua_blame_test.cc -- an explanation marks the store that opened the
// losing path, names its function, and leaves no row without a note.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "properties/explain/explain.h"
#include "properties/judge/judge.h"
#include "properties/subjects/lua/lua_subject.h"

namespace properties {
namespace {

namespace op = reference::op;
using reference::Trace;
using testing::HasSubstr;

// A table that is marked, and then gets a new one.
Trace LosingTrace(std::uint32_t shape) {
  return {.header = {.shape = shape},
          .operations = {op::Create(0, 2), op::Root(0), op::Start(), op::Tick(8), op::Create(1, 1),
                         op::Store(0, 0, 1), op::Tick(40)}};
}

// A shape in which a missing barrier of lua_rawseti loses the object.
std::optional<Trace> LostByRawSet(LuaSubject& subject) {
  for (std::uint32_t shape = 1; shape < 20000; ++shape) {
    const Trace trace = LosingTrace(shape);
    const Verdict verdict = Judge(trace, subject);
    if (verdict.Of(Checker::kOutcome)) return trace;
  }
  return std::nullopt;
}

TEST(LuaBlame, TheStoreThatOpenedTheLosingPathIsMarkedAndItsFunctionNamed) {
  const auto subject =
      MakeLuaSubject({.mended = LuaBugSet::All(), .broken = LuaBreak::kRawSetWithoutBarrier});
  const std::optional<Trace> trace = LostByRawSet(*subject);
  ASSERT_TRUE(trace);
  const Explanation told = Explain(*trace, *subject);
  ASSERT_EQ(told.rows.size(), 7u);
  EXPECT_EQ(told.rows[5].mark, Mark::kGuilty);
  EXPECT_THAT(told.rows[5].note, HasSubstr("lua_rawseti"));
  EXPECT_THAT(told.rows[5].note, HasSubstr("done again by another function, it agrees"));
  EXPECT_THAT(told.blame, HasSubstr("LOST BY A STORE (lua_rawseti"));
  EXPECT_THAT(told.saves.front(), HasSubstr("look at lua_rawseti"));
  for (const StepRow& row : told.rows) {
    const bool store = &row == &told.rows[5];
    EXPECT_EQ(row.mark == Mark::kGuilty, store) << row.operation;
  }
}

TEST(LuaBlame, AStoreIsMarkedWhereNoOtherFunctionHelps) {
  const auto subject =
      MakeLuaSubject({.mended = LuaBugSet::All(), .broken = LuaBreak::kJoinWithoutBarrier});
  std::optional<Trace> lost;
  for (std::uint32_t shape = 1; shape < 20000 && !lost; ++shape) {
    const Trace trace = LosingTrace(shape);
    if (Judge(trace, *subject).outcome == Outcome::kDisagree) lost = trace;
  }
  ASSERT_TRUE(lost);
  const Explanation told = Explain(*lost, *subject);
  EXPECT_EQ(told.rows[5].mark, Mark::kGuilty);
  EXPECT_THAT(told.rows[5].note, HasSubstr("lua_upvaluejoin"));
}

// A reader of a table wants to know how each operation was done.
TEST(LuaBlame, EveryOperationSaysHowItWasDone) {
  for (const bool generational : {false, true}) {
    const auto subject = MakeLuaSubject({.generational = generational, .mended = LuaBugSet::All()});
    for (std::uint32_t shape = 1; shape < 400; ++shape) {
      const Trace trace = {
          .header = {.shape = shape},
          .operations = {op::Create(0, 3), op::Root(0), op::Create(1, 1), op::Store(0, 0, 1),
                         op::Store(0, 0, 1), op::Store(0, 1, 1), op::StrongTake(1),
                         op::StrongTake(1), op::StrongDrop(1), op::ReferencerHold(0, 1),
                         op::WeakMake(0, 1), op::WeakCopy(1, 0), op::Hold(1), op::Drop(1),
                         op::WeakRead(0), op::Start(), op::Tick(3), op::Collect(), op::Unroot(0)}};
      JudgeSession session(*subject);
      session.Begin(trace.header);
      for (const reference::Operation& operation : trace.operations) {
        session.Step(operation);
        const bool idle = operation.verb == reference::Verb::kStart && generational;
        if (session.last_applied() && !idle) {
          EXPECT_NE(subject->HowDone(), "") << shape << " " << static_cast<int>(operation.verb);
        }
      }
    }
  }
}

}  // namespace
}  // namespace properties
