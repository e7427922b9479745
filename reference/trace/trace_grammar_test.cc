// reference/trace/trace_grammar_test.cc -- a line can say an operation only within limits.

#include "reference/trace/trace_grammar.h"

#include <gtest/gtest.h>

namespace reference {
namespace {

TEST(TraceGrammar, EveryMemberHasItsLimit) {
  EXPECT_TRUE(IsWellFormed(op::Root(kNameLimit - 1)));
  EXPECT_FALSE(IsWellFormed(op::Root(kNameLimit)));
  EXPECT_FALSE(IsWellFormed(op::Root(kNull)));
  EXPECT_TRUE(IsWellFormed(op::Store(0, kFieldLimit - 1, kNull)));
  EXPECT_FALSE(IsWellFormed(op::Store(0, kFieldLimit, kNull)));
  EXPECT_FALSE(IsWellFormed(op::Store(0, 0, kDangling)));
  EXPECT_FALSE(IsWellFormed(op::Move(0, 0, 1, kFieldLimit)));
  EXPECT_FALSE(IsWellFormed(op::Swap(0, 0, kNull, 0)));
  EXPECT_TRUE(IsWellFormed(op::Create(0, kFieldLimit)));
  EXPECT_FALSE(IsWellFormed(op::Create(0, kFieldLimit + 1)));
  EXPECT_FALSE(IsWellFormed(op::Tick(0)));
  EXPECT_FALSE(IsWellFormed(op::Tick(kTickLimit + 1)));
  EXPECT_FALSE(IsWellFormed(op::WeakRead(kSlotLimit)));
  EXPECT_FALSE(IsWellFormed(op::WeakCopy(0, kSlotLimit)));
  EXPECT_FALSE(IsWellFormed(op::ReferencerRelease(kSlotLimit)));
  EXPECT_FALSE(IsWellFormed({.verb = Verb::kReady, .flag = 2, .object = 0}));
  EXPECT_FALSE(IsWellFormed({.verb = Verb::kStart, .lane = kLaneLimit}));
  EXPECT_FALSE(IsWellFormed({.verb = static_cast<Verb>(kVerbCount)}));
}

TEST(TraceGrammar, AMemberThatTheVerbDoesNotUseIsAtItsDefault) {
  EXPECT_FALSE(IsWellFormed({.verb = Verb::kStart, .number = 1}));
  EXPECT_FALSE(IsWellFormed({.verb = Verb::kRoot, .object = 0, .target = 1}));
  EXPECT_EQ(WithUsedMembersOnly({.verb = Verb::kRoot, .object = 0, .target = 1}), op::Root(0));
}

}  // namespace
}  // namespace reference
