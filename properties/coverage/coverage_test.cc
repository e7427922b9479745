// properties/coverage/coverage_test.cc -- situations are met by the runs that show them, and what
// is not met is named.

#include "properties/coverage/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <variant>

#include "properties/search/directed/directed.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::Verb;
using testing::Contains;
using testing::IsEmpty;
using testing::Not;

// What a trace meets on core.
Coverage MetBy(const std::string& operations) {
  const auto subject = MakeCoreSubject();
  JudgeSession session(*subject);
  const auto trace =
      std::get<reference::Trace>(reference::ParseTrace("tricolour trace 2\n" + operations));
  Coverage coverage;
  MomentWatch watch;
  session.Begin(trace.header);
  for (const reference::Operation& operation : trace.operations) {
    watch.Before(session, operation);
    EXPECT_TRUE(session.Step(operation));
    if (session.last_applied()) coverage.Note(watch.After(session));
  }
  EXPECT_EQ(session.End().outcome, Outcome::kAgree);
  return coverage;
}

std::uint64_t Times(const Coverage& coverage, std::string_view name) {
  for (std::size_t i = 0; i < Situations().size(); ++i) {
    if (Situations()[i].name == name) return coverage.Of(i);
  }
  ADD_FAILURE() << "there is no situation " << name;
  return 0;
}

TEST(Situations, AreAtLeastEightyAndEachHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const Situation& one : Situations()) EXPECT_TRUE(names.insert(one.name).second) << one.name;
  EXPECT_GE(names.size(), 80u);
}

TEST(Situations, OfAStoreDependOnTheColours) {
  const std::string begin =
      "create a 1\ncreate b 1\ncreate c 1\nroot a\nstore a.0 b\nstore b.0 c\nstart\n";
  const Coverage grey = MetBy(begin + "store a.0 c\n");
  EXPECT_EQ(Times(grey, "grey-takes-white"), 1u);
  EXPECT_EQ(Times(grey, "black-takes-white"), 0u);
  const Coverage black = MetBy(begin + "tick 2\nstore a.0 c\n");
  EXPECT_EQ(Times(black, "grey-takes-white"), 0u);
  EXPECT_EQ(Times(black, "black-takes-white"), 1u);
  EXPECT_EQ(Times(black, "black-changes-its-value-for-white"), 1u);
}

TEST(Situations, OfACycleAreToldByItsEvents) {
  const Coverage coverage =
      MetBy("create a 0\ncreate b 0\nroot a\nready b no\ncollect\nstart\nready b yes\ntick 100\n");
  EXPECT_EQ(Times(coverage, "gather-of-both"), 1u);
  EXPECT_EQ(Times(coverage, "not-ready-yet"), 1u);
  EXPECT_EQ(Times(coverage, "flip-beside-waiting-objects"), 1u);
  EXPECT_EQ(Times(coverage, "ready-at-last"), 1u);
  EXPECT_EQ(coverage.Of(Verb::kReady, When::kIdle), 1u);
  EXPECT_EQ(coverage.Of(Verb::kReady, When::kMarking), 1u);
}

TEST(Coverage, IsTheSameForAnyNumberOfThreads) {
  DirectedOptions options;
  SearchOptions search;
  search.max_traces = 600;
  std::vector<std::uint64_t> alone;
  for (const unsigned jobs : {1u, 3u}) {
    Coverage coverage;
    options.coverage = &coverage;
    search.jobs = jobs;
    SearchDirected([] { return MakeCoreSubject(); }, 5, options, search);
    if (jobs == 1) alone = coverage.Numbers();
    EXPECT_FALSE(coverage.Empty());
    EXPECT_EQ(coverage.Numbers(), alone);
    EXPECT_EQ(Coverage::Of(coverage.Numbers()).Numbers(), alone);
  }
}

TEST(Coverage, NamesWhatIsMissed) {
  const std::vector<std::string> missed = MetBy("create a 1\nroot a\ncollect\n").Missed();
  EXPECT_THAT(missed, Contains("black-takes-white"));
  EXPECT_THAT(missed, Contains("collect while marking"));
  EXPECT_THAT(missed, Not(Contains("collect outside of a cycle")));
  EXPECT_THAT(missed, Not(Contains("expect alive while marking")));
}

// A tenth of the cases of the quick gate meet nearly all, so that the gate, whatever its seed,
// meets all of it.
TEST(Coverage, OfDirectedRandomIsWhole) {
  Coverage coverage;
  for (const reference::Locals locals :
       {reference::Locals::kDead, reference::Locals::kRescanned, reference::Locals::kBlack}) {
    DirectedOptions options;
    options.locals = locals;
    options.coverage = &coverage;
    SearchOptions search;
    search.max_traces = 15'000;
    SearchDirected([] { return MakeCoreSubject(); }, 77, options, search);
  }
  EXPECT_THAT(coverage.Missed(), IsEmpty());
}

}  // namespace
}  // namespace properties
