// properties/suites/generators_test.cc -- what RapidCheck draws has every verb, and does something.

#include "properties/suites/generators.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <memory>

#include "properties/judge/judge.h"
#include "properties/subjects/core/core_subject.h"

namespace properties {
namespace {

// Each verb is drawn, and the mutator could do what was drawn: an operation that is skipped tests
// nothing.
TEST(Generators, DrawEveryVerbAndItIsApplied) {
  std::array<std::uint64_t, reference::kVerbCount> applied{};
  std::uint64_t all = 0;
  const auto subject = MakeCoreSubject();
  JudgeSession session(*subject);
  const rc::Gen<reference::Trace> traces = AnyTrace(reference::Locals::kRescanned);
  rc::Random random(7);
  for (int i = 0; i < 1500; ++i) {
    const reference::Trace trace = traces(random.split(), 100).value();
    session.Begin(trace.header);
    for (const reference::Operation& operation : trace.operations) {
      ASSERT_TRUE(session.Step(operation));
      all += 1;
      applied[static_cast<std::size_t>(operation.verb)] += session.last_applied();
    }
    ASSERT_EQ(session.End().outcome, Outcome::kAgree);
  }
  std::uint64_t sum = 0;
  for (const reference::VerbEntry& entry : reference::kVerbs) {
    const std::uint64_t times = applied[static_cast<std::size_t>(entry.verb)];
    sum += times;
    EXPECT_TRUE(times > 5 || reference::IsExpectation(entry.verb)) << entry.word << " " << times;
  }
  EXPECT_GT(sum, all / 3);
}

}  // namespace
}  // namespace properties
