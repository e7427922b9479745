// model/bounded/small_heap_test.cc -- invariants hold on small heaps, and what breaks is drawn.

#include "model/bounded/small_heap.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/faults.h"
#include "model/bounded/cvc5.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;

SmallHeapOptions Heap(int objects, int fields, std::size_t depth) {
  SmallHeapOptions options;
  options.objects = objects;
  options.fields = fields;
  options.depth = depth;
  return options;
}

bool Has(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

class SmallHeapsOf : public testing::TestWithParam<Locals> {};

TEST_P(SmallHeapsOf, KeepEveryInvariantInOneStepAndInRunsFromTheEmptyHeap) {
  SmallHeapOptions options = Heap(2, 1, 4);
  options.locals = GetParam();
  const SmallHeap heap = ProveSmallHeap(options);
  EXPECT_TRUE(heap.Holds());
  ASSERT_EQ(heap.rows.size(), 2u);
  EXPECT_GT(heap.rows[0].conditions, 1000u);
  EXPECT_EQ(heap.rows[1].depth, 4u);
  EXPECT_TRUE(heap.pictures.empty());
}

INSTANTIATE_TEST_SUITE_P(Locals, SmallHeapsOf,
                         testing::Values(Locals::kDead, Locals::kRescanned, Locals::kBlack),
                         [](const auto& each) {
                           return std::string(reference::WordOf(each.param));
                         });

TEST(SmallHeap, CountsTheActionsThatNeedALargerOne) {
  const SmallHeap one = ProveSmallHeap(Heap(1, 1, 0));
  EXPECT_TRUE(one.Holds());
  EXPECT_GT(one.impossible, 0u);
  EXPECT_LT(one.impossible, one.actions);
  EXPECT_EQ(one.rows.size(), 1u) << "no runs were asked for";
  EXPECT_EQ(ProveSmallHeap(Heap(3, 2, 0)).impossible, 0u);
}

// The picture of the insertion barrier: a black object, a white one, and the store between them.
TEST(SmallHeap, DrawsTheHeapInWhichAnInvariantBreaks) {
  SmallHeapOptions options = Heap(2, 1, 0);
  options.faults = gc::FaultSet(Fault::kStoreWithoutShading);
  const SmallHeap heap = ProveSmallHeap(options);
  EXPECT_FALSE(heap.Holds());
  EXPECT_FALSE(heap.Inconclusive());
  ASSERT_EQ(heap.pictures.size(), 1u);
  const DrawnRun& run = heap.pictures[0];
  EXPECT_EQ(run.title, "store breaks I1");
  EXPECT_FALSE(run.from_empty_heap);
  ASSERT_EQ(run.heaps.size(), 2u);
  EXPECT_EQ(run.heaps[0].phase, "marking");
  const std::string& step = run.steps.at(0);
  ASSERT_TRUE(step == "store a .0 b" || step == "store b .0 a") << step;
  const std::size_t holder = step == "store a .0 b" ? 0 : 1;
  EXPECT_EQ(run.heaps[0].objects[holder].colour, "black");
  EXPECT_EQ(run.heaps[0].objects[1 - holder].colour, "white");
  EXPECT_EQ(run.heaps[0].objects[holder].fields[0], "null");
  EXPECT_EQ(run.heaps[1].objects[holder].fields[0], run.heaps[1].objects[1 - holder].name);
  EXPECT_EQ(run.heaps[1].objects[1 - holder].colour, "white");
  EXPECT_TRUE(run.broken.at(0).starts_with("I1: "));
}

// Nothing can be left out of the picture: no root, no list, no weak reference.
TEST(SmallHeap, DrawsNoMoreThanTheBreachNeeds) {
  SmallHeapOptions options = Heap(3, 2, 0);
  options.faults = gc::FaultSet(Fault::kStoreWithoutShading);
  const DrawnRun run = DrawBroken(options, "store", "I1");
  ASSERT_FALSE(run.Empty());
  EXPECT_EQ(std::count_if(run.heaps[0].objects.begin(), run.heaps[0].objects.end(),
                          [](const DrawnObject& object) { return object.colour != "free"; }),
            2);
  for (const DrawnObject& object : run.heaps[0].objects) {
    EXPECT_FALSE(Has(object.marks, "root") || Has(object.marks, "in the work list"));
    EXPECT_TRUE(object.colour == "free" || Has(object.marks, "named"));
  }
}

TEST(SmallHeap, DrawsNothingOfAConditionThatHolds) {
  EXPECT_TRUE(DrawBroken(Heap(2, 1, 0), "store", "I1").Empty());
  EXPECT_TRUE(DrawBroken(Heap(2, 1, 0), "no such action", "I1").Empty());
  EXPECT_TRUE(DrawBroken(Heap(2, 1, 0), "store", "no such claim").Empty());
}

// A run needs no invariant to begin with: it starts at the empty heap.
TEST(SmallHeap, DrawsTheShortestRunThatBreaksSomething) {
  SmallHeapOptions options = Heap(2, 1, 6);
  options.faults = gc::FaultSet(Fault::kBornWithOtherBit);
  const SmallHeap heap = ProveSmallHeap(options);
  ASSERT_FALSE(heap.pictures.empty());
  const DrawnRun& run = heap.pictures.back();
  EXPECT_TRUE(run.from_empty_heap);
  ASSERT_EQ(run.steps.size(), 1u) << run.title;
  EXPECT_NE(run.heaps[1].objects[0].colour, "free") << "any birth has the wrong bit";
  EXPECT_EQ(run.heaps.size(), run.steps.size() + 1);
  EXPECT_EQ(run.heaps[0].objects[0].colour, "free");
  EXPECT_EQ(heap.rows[1].depth, 0u) << "runs of no step were decided";
}

TEST(SmallHeap, IsInconclusiveIfTheSolverRunsOutOfTime) {
  SmallHeapOptions options = Heap(3, 1, 4);
  options.timeout_ms = 1;
  const SmallHeap heap = ProveSmallHeap(options);
  EXPECT_FALSE(heap.Holds());
  EXPECT_TRUE(heap.Inconclusive());
}

TEST(SmallHeap, AnotherSolverSaysTheSame) {
  ASSERT_TRUE(HasCvc5()) << "cvc5 is not installed";
  SmallHeapOptions options = Heap(1, 1, 1);
  options.solver = Solver::kCvc5;
  EXPECT_TRUE(ProveSmallHeap(options).Holds());
  options.faults = gc::FaultSet(Fault::kBornWithOtherBit);
  const SmallHeap broken = ProveSmallHeap(options);
  EXPECT_GT(broken.rows.at(0).broken, 0u);
  EXPECT_GT(broken.rows.at(1).broken, 0u);
}

TEST(Cvc5, AnswersAndGivesUp) {
  ASSERT_TRUE(HasCvc5()) << "cvc5 is not installed";
  EXPECT_EQ(AskCvc5("(declare-fun a () Bool)(assert (and a (not a)))(check-sat)", 10'000),
            Cvc5Answer::kUnsat);
  EXPECT_EQ(AskCvc5("(declare-fun a () Bool)(assert a)(check-sat)", 10'000), Cvc5Answer::kSat);
  EXPECT_EQ(AskCvc5("this is no question", 10'000), Cvc5Answer::kGaveUp);
}

}  // namespace
}  // namespace model
