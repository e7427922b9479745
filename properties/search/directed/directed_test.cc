// properties/search/directed/directed_test.cc -- a directed run is an ordinary trace, and one seed
// always makes the same run.

#include "properties/search/directed/directed.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "properties/subjects/toy/toy_subject.h"
#include "reference/trace/trace_printer.h"

namespace properties {
namespace {

using reference::Trace;
using reference::Verb;

SubjectFactory ToyFactory(ToyFaults faults, bool shows_colours = true) {
  return [=] { return std::make_unique<ToySubject>(faults, shows_colours); };
}

TEST(Directed, TheSameSeedGivesTheSameRun) {
  ToySubject toy;
  JudgeSession session(toy);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Trace once, again;
    RunDirected(session, seed, {}, once);
    RunDirected(session, seed, {}, again);
    EXPECT_EQ(once, again);
  }
}

TEST(Directed, ARunReplaysWithoutItsGenerator) {
  ToySubject toy({.store_without_shading = true});
  JudgeSession session(toy);
  std::size_t disagreements = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Trace trace;
    const Verdict generated = RunDirected(session, seed, {}, trace);
    const Verdict replayed = session.Judge(trace);
    EXPECT_EQ(generated.outcome, replayed.outcome) << reference::PrintTrace(trace);
    EXPECT_EQ(generated.applied, replayed.applied);
    EXPECT_EQ(replayed.skipped, 0u) << "a directed run proposes only what the mutator could do";
    disagreements += generated.outcome == Outcome::kDisagree;
  }
  EXPECT_GT(disagreements, 0u);
}

TEST(Directed, FindsNothingInASoundCollector) {
  const SearchResult result =
      SearchDirected(ToyFactory({}), 1, {}, {.jobs = 2, .max_traces = 5000});
  EXPECT_EQ(result.First(), nullptr);
  EXPECT_EQ(result.inconclusive, 0u);
  EXPECT_EQ(result.traces, 5000u);
}

TEST(Directed, LosesObjectsToEachMissingBarrier) {
  SearchOptions search{.judge = {.stop_at_first = false}, .max_traces = 5000};
  search.until = {.outcome = true};
  for (const bool shows_colours : {true, false}) {
    const SearchResult store =
        SearchDirected(ToyFactory({.store_without_shading = true}, shows_colours), 1, {}, search);
    const SearchResult root =
        SearchDirected(ToyFactory({.root_without_shading = true}, shows_colours), 1, {}, search);
    EXPECT_TRUE(store.By(Checker::kOutcome)) << "colours: " << shows_colours;
    EXPECT_TRUE(root.By(Checker::kOutcome)) << "colours: " << shows_colours;
  }
}

TEST(Directed, ReportsTheSameWithAnyNumberOfJobs) {
  SearchOptions search{.judge = {.stop_at_first = false}, .jobs = 1, .max_traces = 5000};
  search.until = {.outcome = true};
  const SearchResult alone =
      SearchDirected(ToyFactory({.store_without_shading = true}), 3, {}, search);
  search.jobs = 4;
  const SearchResult together =
      SearchDirected(ToyFactory({.store_without_shading = true}), 3, {}, search);
  ASSERT_TRUE(alone.By(Checker::kOutcome) && together.By(Checker::kOutcome));
  EXPECT_EQ(alone.traces, together.traces);
  EXPECT_EQ(alone.By(Checker::kOutcome)->trace, together.By(Checker::kOutcome)->trace);
}

TEST(Directed, KeepsToTheVerbsAndSizesItIsGiven) {
  DirectedOptions options{.max_operations = 30, .max_objects = 4};
  options.verbs.Remove(Verb::kRoot);
  ToySubject toy;
  JudgeSession session(toy);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Trace trace;
    RunDirected(session, seed, options, trace);
    // The operations that complete the last cycle are not counted in the limit.
    EXPECT_LE(trace.operations.size(), 30u + 48u);
    for (const reference::Operation& operation : trace.operations) {
      EXPECT_NE(operation.verb, Verb::kRoot);
      if (operation.verb != Verb::kCreate) continue;
      EXPECT_LT(operation.object, 4u);
    }
  }
}

}  // namespace
}  // namespace properties
