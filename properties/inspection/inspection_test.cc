// properties/inspection/inspection_test.cc -- runs of an inspected heap agree with the paper, and
// each kind of wrong answer is noticed and made small.

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

#include "properties/inspection/inspection_run.h"
#include "reference/inspection/paper_heap.h"
#include "reference/inspection/paper_history.h"
#include "reference/inspection/paper_records.h"

namespace properties::inspection {
namespace {

namespace paper = reference::inspection;

// The first run that notices the lie, shrunk; empty if none does.
InspectionRun RunThatNotices(InspectionLie lie) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const InspectionRun run = DrawInspectionRun(seed);
    if (!JudgeInspection(run, lie).difference.empty()) return ShrunkInspection(run, lie);
  }
  return {};
}

TEST(Inspection, AgreesWithThePaperInAThousandRuns) {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const InspectionVerdict verdict = JudgeInspection(DrawInspectionRun(seed));
    ASSERT_EQ(verdict.difference, "") << TextOf(ShrunkInspection(DrawInspectionRun(seed)));
    compared += verdict.compared;
  }
  EXPECT_GT(compared, 1'000'000u);
}

TEST(Inspection, EachVerbIsDoneInSomeRun) {
  std::set<InspectionVerb> done;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    InspectionRun begun;
    std::uint64_t applied = 0;
    for (const InspectionOperation& operation : DrawInspectionRun(seed)) {
      begun.push_back(operation);
      const std::uint64_t now = JudgeInspection(begun).applied;
      if (now > applied) done.insert(operation.verb);
      applied = now;
    }
  }
  EXPECT_EQ(done.size(), kInspectionVerbs);
}

TEST(Inspection, NoticesEachKindOfWrongAnswerInAFewOperations) {
  for (std::size_t i = 1; i < kInspectionLies; ++i) {
    const auto lie = static_cast<InspectionLie>(i);
    const InspectionRun run = RunThatNotices(lie);
    EXPECT_FALSE(JudgeInspection(run, lie).difference.empty()) << i;
    EXPECT_LE(run.size(), 6u) << i << '\n' << TextOf(run);
  }
}

// A root 1 that refers to 2 twice, and 2 to itself.
struct PaperPair {
  PaperPair() {
    for (const std::uint32_t index : {1u, 2u}) {
      heap.Make({.type = &type, .index = index, .bytes = 8, .slots = {{-1}, {-1}}});
    }
    heap.At(0).rooted = true;
    heap.Store(0, 0, 0, 1, false);
    heap.Store(0, 1, 0, 1, false);
    heap.Store(1, 0, 0, 1, false);
  }
  const paper::PaperClass type{.name = "Two", .lines = {{.name = "a"}, {.name = "b"}}};
  paper::PaperHeap heap;
};

TEST(Inspection, ThePaperKnowsChainsAndWritesThem) {
  PaperPair pair;
  const paper::PaperGraph graph = pair.heap.Draw();
  const auto second = [](std::uint32_t index) { return index == 2; };
  EXPECT_EQ(graph.Distance(second, paper::All), 2u);
  const auto chains = graph.Chains(2, paper::All, 10);
  ASSERT_TRUE(chains);
  ASSERT_EQ(chains->size(), 2u) << "none goes twice through an object";
  EXPECT_TRUE(graph.IsChain((*chains)[0], paper::All));
  EXPECT_FALSE(graph.IsChain({chains->front()[0]}, paper::All)) << "it ends at no root";
  EXPECT_EQ(graph.WhyAlive(2, (*chains)[0]),
            "Two 2\n  <- Two 1 .a\n  <- root set\n  also Two 1 .b\n  also Two 2 .a\n");
  pair.heap.MarkGarbage(1, false);
  EXPECT_EQ(pair.heap.Draw().Distance(second, paper::All), 0u) << "marking clears both";
  EXPECT_EQ(pair.heap.Draw().Distance(second, paper::All, true), 2u);
}

TEST(Inspection, ThePaperAddsUpWhatIsWritten) {
  PaperPair pair;
  paper::PaperLog log(true);
  log.StepBegins(true);
  log.Flip({.cycle = 3, .now = 5, .objects = 2, .roots = 1});
  log.Write(paper::Unit::kFlip, false, 0);
  log.Took(paper::Unit::kFlip, 2'000);
  log.StepEnds();
  log.StepBegins(false);
  for (const bool doomed : {false, true}) log.Write(paper::Unit::kGather, doomed, 0);
  log.Write(paper::Unit::kBegin, false, 0);
  const paper::PaperRecord record = log.Ends(9, pair.heap, true);
  EXPECT_EQ(paper::TextOf(record),
            "cycle 3 (full): 2 objects, 1 doomed, 0 freed, 0 not ready; units: start 1 in 0.002 "
            "ms, trace 0 in 0.000 ms, gather 2 in 0.000 ms, begin 1 in 0.000 ms, finish 0 in 0.000 "
            "ms, free 0 in 0.000 ms; 2 slices, the longest 3 units, the slowest 0.002 ms");
  EXPECT_EQ(record.classes, (std::vector<paper::PaperCount>{{"Two", 2, 0, 16}}));
  EXPECT_EQ(log.Ends(10, pair.heap, false).cycle, 0u) << "a round";
  EXPECT_EQ(log.cycles(), 1u);
}

TEST(Inspection, ThePaperKeepsTheNewestGraphsThatFit) {
  paper::PaperHistory history(2, 100);
  for (const std::size_t bytes : {40, 50, 60}) EXPECT_FALSE(history.Add({bytes, bytes, {}}, 10));
  ASSERT_EQ(history.size(), 1u) << "two of them are too large together";
  EXPECT_EQ(history[0].cycle, 60u);
  EXPECT_TRUE(history.Add({70, 70, {}}, 101));
  EXPECT_EQ(history.size(), 1u) << "nothing was drawn";
  EXPECT_TRUE(history.Add({170, 170, {}}, 10));
  EXPECT_EQ(history.size(), 0u);
  EXPECT_EQ(history.skipped(), 2u);
}

}  // namespace
}  // namespace properties::inspection
