// properties/subjects/core/core_damage_test.cc -- each kind of damage is done in some state of a
// short run, and core's verifier sees all of them.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <variant>

#include "properties/judge/judge.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

// A permanent object, a root that holds one, one with a name, one under construction, a cluster of
// two, and one that is not ready to finish; then a cycle with garbage.
constexpr const char* kBegin =
    "tricolour trace 2\nlocals dead\n"
    "permanent a 1\ncreate b 2\nroot b\ncreate c 1\nstore b.0 c\ncreate-named d 1\nkeep d\n"
    "create e 1\nroot e\ncreate f 1\nstore e.0 f\ncluster e\ncreate g 1\nready g no\n"
    "strong-take c\ncollect\nreserve h 1\ncreate i 1\nstore b.1 i\ngarbage i\n"
    "create j 1\nstore c.0 j\nstore c.0 null\nstart\n";

TEST(CoreDamage, OfEveryKindIsDoneAndSeen) {
  std::string text = kBegin;
  for (int unit = 0; unit < 12; ++unit) text += "tick 1\n";
  text += "complete h\n";
  for (int unit = 0; unit < 60; ++unit) text += "tick 1\n";
  const auto read = reference::ParseTrace(text);
  ASSERT_TRUE(std::holds_alternative<reference::Trace>(read));
  const reference::Trace& trace = std::get<reference::Trace>(read);
  const auto subject = MakeCoreSubject();
  JudgeSession session(*subject);
  session.Begin(trace.header, {});
  std::uint64_t done = 0;
  for (const reference::Operation& operation : trace.operations) {
    session.Step(operation);
    reference::Survey survey;
    ASSERT_TRUE(subject->Ask(survey));
    EXPECT_EQ(survey.unseen, "");
    done |= survey.damages;
  }
  EXPECT_EQ(session.End().outcome, Outcome::kAgree);
  EXPECT_EQ(std::popcount(done), 31) << std::hex << done;
}

}  // namespace
}  // namespace properties
