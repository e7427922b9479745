// core/collect/cycle_test.cc -- which units a cycle has, in which order, and where a tick ends.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/pointer/scope_guard.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// r is rooted and refers to a; x is unreachable.
class Cycle : public testing::Test {
 protected:
  Cycle() {
    heap.AddRoot(r);
    r->left = a;
  }
  Diary Tick(Work budget) {
    heap.Tick(budget);
    return listener.Heard();
  }
  Heap heap;
  Listener listener{heap};
  Node* const r = heap.New<Node>('r');
  Node* const a = heap.New<Node>('a');
  Node* const x = heap.New<Node>('x');
};

TEST_F(Cycle, GoesOneUnitAtATimeInOneOrder) {
  EXPECT_TRUE(heap.Start());
  EXPECT_THAT(listener.Heard(), ElementsAre("flip"));
  EXPECT_EQ(heap.phase(), Phase::kMarking);
  EXPECT_THAT(Tick(1), ElementsAre("initial 0"));
  EXPECT_THAT(Tick(1), ElementsAre("scan r"));
  EXPECT_THAT(Tick(1), ElementsAre("scan a"));
  EXPECT_THAT(Tick(1), ElementsAre("end-check ended"));
  EXPECT_EQ(heap.phase(), Phase::kGathering);
  EXPECT_THAT(Tick(1), ElementsAre("gather 1 r"));
  EXPECT_THAT(Tick(1), ElementsAre("gather 2 a"));
  EXPECT_THAT(Tick(1), ElementsAre("gather 3 x doomed"));
  EXPECT_EQ(heap.phase(), Phase::kIdle);
  EXPECT_TRUE(heap.PurgePending());
  EXPECT_THAT(Tick(1), ElementsAre("begin x"));
  EXPECT_THAT(Tick(1), ElementsAre("poll x ready"));
  EXPECT_THAT(Tick(1), ElementsAre("free x", "cycle-end"));
  EXPECT_FALSE(heap.PurgePending());
  EXPECT_THAT(Tick(1), IsEmpty());
}

TEST_F(Cycle, AnswersHowMuchWasDoneAndStopsWhereACycleEnds) {
  heap.Start();
  EXPECT_EQ(heap.Tick(4), 4u);
  EXPECT_EQ(heap.Tick(kUnlimited), 6u);
  EXPECT_EQ(heap.Tick(kUnlimited), 0u);
  EXPECT_EQ(heap.Tick(0), 0u);
}

TEST_F(Cycle, StartDoesNothingWhileATraceOrAGatherIsPending) {
  EXPECT_TRUE(heap.Start());
  EXPECT_FALSE(heap.Start());
  Tick(4);
  ASSERT_EQ(heap.phase(), Phase::kGathering);
  EXPECT_FALSE(heap.Start());
  EXPECT_THAT(listener.Heard(), IsEmpty());
}

TEST_F(Cycle, TheBarriersListIsTakenWhenTheWorkListIsEmpty) {
  heap.Start();
  Tick(2);
  Node* const b = heap.New<Node>('b');
  b->left = x;  // x is white, and b is black
  r->right = b;
  EXPECT_THAT(Tick(kUnlimited),
              ElementsAre("scan a", "barrier 1", "scan x", "end-check ended", "gather 1 r",
                          "gather 2 a", "gather 3 x", "gather 4 b", "cycle-end"));
}

TEST_F(Cycle, InitialReferencesComeFirstWhateverTheBarrierHasFound) {
  heap.Start();
  listener.Heard();
  r->right = x;
  EXPECT_THAT(Tick(1), ElementsAre("initial 0"));
}

TEST_F(Cycle, ATraceStartsBesideAPurgeAndTheGatherWaitsForIt) {
  heap.Start();
  Tick(7);
  ASSERT_TRUE(heap.PurgePending());
  r->left = nullptr;  // a is unreachable now
  EXPECT_TRUE(heap.Start());
  listener.Heard();
  EXPECT_THAT(Tick(3), ElementsAre("initial 0", "scan r", "end-check ended"));
  EXPECT_THAT(Tick(kUnlimited), ElementsAre("begin x", "poll x ready", "free x", "cycle-end"))
      << "the older purge, and a tick ends with it";
  EXPECT_EQ(heap.phase(), Phase::kGathering);
  EXPECT_THAT(Tick(kUnlimited), ElementsAre("gather 1 r", "gather 2 a doomed", "gather 3",
                                            "begin a", "poll a ready", "free a", "cycle-end"));
}

TEST_F(Cycle, CollectFinishesWhatIsPendingAndRunsAWholeCycle) {
  heap.Start();
  Tick(3);            // a is black
  r->left = nullptr;  // and floats in this cycle
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  EXPECT_EQ(heap.phase(), Phase::kIdle);
}

TEST_F(Cycle, ACycleOfAnEmptyHeapEndsAtOnce) {
  Heap empty;
  Listener heard(empty);
  empty.Start();
  EXPECT_EQ(empty.Tick(kUnlimited), 2u);
  EXPECT_THAT(heard.Heard(), ElementsAre("flip", "initial 0", "end-check ended", "cycle-end"));
}

TEST_F(Cycle, GarbageThatRefersToItselfGoes) {
  x->left = x;
  Node* const y = heap.New<Node>('y');
  y->left = heap.New<Node>('z');
  y->left->left = y;
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
}

TEST_F(Cycle, EachReachableObjectIsScannedOnce) {
  r->right = a;
  a->left = r;
  a->right = a;
  heap.Start();
  listener.Heard();
  EXPECT_THAT(Tick(4), ElementsAre("initial 0", "scan r", "scan a", "end-check ended"));
}

// S9.14: a root that a mask names too, and that a referencer reports, is found three times.
TEST_F(Cycle, AnObjectThatIsFoundInSeveralWaysIsScannedOnce) {
  heap.SetFlags(r, object_flag::kStandalone);
  const ScopeGuard guard(heap, r);
  heap.Start(object_flag::kStandalone);
  listener.Heard();
  EXPECT_THAT(Tick(4), ElementsAre("initial 0", "scan r", "scan a", "end-check ended"));
}

TEST_F(Cycle, AnObjectStaysWhereItIs) {
  const Node* const before = a;
  for (int i = 0; i < 3; ++i) heap.Collect();
  EXPECT_EQ(r->left.Get(), before);
}

TEST_F(Cycle, AnyBudgetCollectsTheSame) {
  for (Work budget = 1; budget < 12; ++budget) {
    Heap sliced;
    Node* const root = sliced.New<Node>('r');
    sliced.AddRoot(root);
    for (char name = 'a'; name < 'g'; ++name) {
      Node* const node = sliced.New<Node>(name);
      if (name % 2 == 0) continue;
      node->left = root->left;
      root->left = node;
    }
    sliced.Start();
    while (sliced.phase() != Phase::kIdle || sliced.PurgePending()) sliced.Tick(budget);
    EXPECT_EQ(sliced.ObjectCount(), 4u) << "budget " << budget;
  }
}

}  // namespace
}  // namespace gc
