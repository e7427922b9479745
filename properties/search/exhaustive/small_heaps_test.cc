// properties/search/exhaustive/small_heaps_test.cc -- all runs of small heaps are tried, each once,
// always in the same order.

#include "properties/search/exhaustive/small_heaps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "properties/subjects/toy/toy_subject.h"
#include "reference/trace/trace_printer.h"

namespace properties {
namespace {

using reference::Trace;
using reference::Verb;

SubjectFactory Toy(ToyFaults faults) {
  return [faults] { return std::make_unique<ToySubject>(faults); };
}

SmallHeapOptions Wavefront(std::size_t objects, unsigned jobs = 1) {
  return {.alphabet = MakeAlphabet(AlphabetGroup::kWavefront, {.objects = objects, .fields = 1},
                                   reference::Locals::kDead, ToySubject().promises().verbs),
          .search = {.jobs = jobs}};
}

TEST(SmallHeaps, ExhaustASoundCollectorAndFindNothing) {
  const SmallHeapResult result = ExploreSmallHeaps(Toy({}), Wavefront(2));
  EXPECT_TRUE(result.exhausted);
  EXPECT_EQ(result.search.First(), nullptr);
  EXPECT_EQ(result.search.inconclusive, 0u);
  EXPECT_GT(result.states, 100u);
}

TEST(SmallHeaps, CatchAStoreThatDoesNotShade) {
  SmallHeapOptions options = Wavefront(3);
  options.search.until = {.outcome = true};
  options.search.judge.stop_at_first = false;
  const SmallHeapResult result = ExploreSmallHeaps(Toy({.store_without_shading = true}), options);
  ASSERT_TRUE(result.search.By(Checker::kOutcome));
  EXPECT_EQ(result.search.By(Checker::kOutcome)->verdict.First()->property,
            reference::Property::kSafety);
  // The broken invariant is found before the loss.
  ASSERT_TRUE(result.search.By(Checker::kInvariant));
  EXPECT_LT(result.search.By(Checker::kInvariant)->traces,
            result.search.By(Checker::kOutcome)->traces);
}

TEST(SmallHeaps, CatchGarbageThatStays) {
  const SmallHeapResult result = ExploreSmallHeaps(Toy({.keeps_garbage = true}), Wavefront(2));
  ASSERT_TRUE(result.search.By(Checker::kOutcome));
  EXPECT_EQ(result.search.By(Checker::kOutcome)->verdict.First()->property,
            reference::Property::kCompleteness);
}

// A fingerprint that leaves something out hides states, and no run of those that are left fails.
TEST(SmallHeaps, FindTwoStatesThatTheFingerprintMixesUp) {
  EXPECT_FALSE(ExploreSmallHeaps(Toy({}), Wavefront(3)).alike);
  const SmallHeapResult result = ExploreSmallHeaps(Toy({.mixes_up_states = true}), Wavefront(3));
  EXPECT_EQ(result.search.First(), nullptr);
  ASSERT_TRUE(result.alike);
  EXPECT_NE((*result.alike)[0], (*result.alike)[1]);
}

TEST(SmallHeaps, ReportTheSameWithAnyNumberOfJobs) {
  SmallHeapOptions options = Wavefront(3);
  options.search.until = {.outcome = true};
  options.search.judge.stop_at_first = false;
  const SubjectFactory factory = Toy({.root_without_shading = true});
  const SmallHeapResult alone = ExploreSmallHeaps(factory, options);
  options.search.jobs = 4;
  const SmallHeapResult together = ExploreSmallHeaps(factory, options);
  EXPECT_EQ(alone.search.traces, together.search.traces);
  EXPECT_EQ(alone.search.operations, together.search.operations);
  EXPECT_EQ(alone.states, together.states);
  ASSERT_TRUE(alone.search.First() != nullptr && together.search.First() != nullptr);
  EXPECT_EQ(alone.search.First()->trace, together.search.First()->trace);
  EXPECT_EQ(alone.search.First()->traces, together.search.First()->traces);
}

TEST(SmallHeaps, CreateObjectsInTheOrderOfTheirNames) {
  SmallHeapOptions options = Wavefront(3);
  options.max_depth = 4;
  options.search.until = {};
  options.search.on_finding = [](const Catch& caught) {
    reference::Name next = 0;
    for (const reference::Operation& operation : caught.trace.operations) {
      if (operation.verb == Verb::kCreate) {
        EXPECT_EQ(operation.object, next++) << reference::PrintTrace(caught.trace);
      }
    }
    return true;
  };
  ExploreSmallHeaps(Toy({.keeps_garbage = true}), options);
}

TEST(SmallHeaps, EndAtTheirLimits) {
  SmallHeapOptions options = Wavefront(3);
  options.search.max_traces = 1000;
  EXPECT_EQ(ExploreSmallHeaps(Toy({}), options).search.traces, 1000u);
  options = Wavefront(3);
  options.max_depth = 3;
  const SmallHeapResult shallow = ExploreSmallHeaps(Toy({}), options);
  EXPECT_EQ(shallow.depth_completed, 3u);
  EXPECT_FALSE(shallow.exhausted);
  options.search.stop = [] { return true; };
  EXPECT_TRUE(ExploreSmallHeaps(Toy({}), options).search.stopped);
}

TEST(Alphabets, HoldOnlyWhatTheSubjectAndTheDisciplineAllow) {
  for (std::size_t group = 0; group < kAlphabetGroupCount; ++group) {
    const Alphabet dead =
        MakeAlphabet(static_cast<AlphabetGroup>(group), {}, reference::Locals::kDead);
    const Alphabet toy = MakeAlphabet(static_cast<AlphabetGroup>(group), {},
                                      reference::Locals::kBlack, ToySubject().promises().verbs);
    EXPECT_FALSE(dead.entries.empty());
    for (const AlphabetEntry& entry : dead.entries) {
      for (const reference::Operation& operation : entry) EXPECT_NE(operation.verb, Verb::kHold);
    }
    for (const AlphabetEntry& entry : toy.entries) {
      for (const reference::Operation& operation : entry) {
        EXPECT_TRUE(ToySubject().promises().verbs.Has(operation.verb));
      }
    }
  }
}

TEST(Alphabets, LetTheCollectorGoUnitByUnit) {
  for (std::size_t group = 0; group < kAlphabetGroupCount; ++group) {
    const Alphabet alphabet =
        MakeAlphabet(static_cast<AlphabetGroup>(group), {}, reference::Locals::kDead);
    for (const reference::Operation& step : {reference::op::Start(), reference::op::Tick(1)}) {
      EXPECT_EQ(std::count(alphabet.entries.begin(), alphabet.entries.end(), AlphabetEntry{step}),
                1)
          << WordOf(alphabet.group);
    }
    for (const AlphabetEntry& entry : alphabet.entries) {
      const bool steps = std::any_of(entry.begin(), entry.end(), [](const auto& operation) {
        return reference::IsCollectorStep(operation.verb);
      });
      EXPECT_TRUE(!steps || entry.size() == 1) << WordOf(alphabet.group);
    }
  }
}

}  // namespace
}  // namespace properties
