// core/heap/reserve_test.cc -- an object without a name is made in two parts, by its heap alone.
//
// Rows: S2.14, S9.5; the rule construction-is-kept.

#include <gtest/gtest.h>

#include "core/inspect/verify/verifier.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

class Reserve : public testing::Test {
 protected:
  bool IsSound() {
    Verifier verifier;
    return !verifier.Verify(heap).has_value();
  }
  void RunToTheEnd() {
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  }
  Heap heap;
};

TEST_F(Reserve, WhatIsReservedIsKeptUnseenAndUnscannedUntilItIsComplete) {
  Node* const target = heap.New<Node>('t');
  Node* const node = heap.ReserveWithTail<Node>(0, 'n');
  const WeakPtr<Node> weak(node);
  const WeakPtr<Node> weak_target(target);
  node->left = target;
  heap.Start();
  heap.Tick(kUnlimited);
  EXPECT_EQ(heap.phase(), Phase::kMarking);
  EXPECT_EQ(heap.Tick(kUnlimited), 0u) << "nothing is left to do, and marking does not end";
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_TRUE(IsWhite(heap, target));
  EXPECT_TRUE(IsSound());
  heap.Complete(node);
  EXPECT_TRUE(IsGrey(heap, node));
  RunToTheEnd();
  EXPECT_EQ(weak.Get(), node);
  EXPECT_EQ(weak_target.Get(), target);
  EXPECT_TRUE(IsSound());
}

TEST_F(Reserve, WhatIsCompletedOutsideATraceIsLikeAnyObject) {
  Node* const node = heap.ReserveWithTail<Node>(0, 'n');
  const WeakPtr<Node> weak(node);
  heap.Complete(node);
  EXPECT_EQ(weak.Get(), node);
  heap.Collect();
  EXPECT_EQ(weak.Get(), nullptr);
}

using ReserveDeathTest = Reserve;

TEST_F(ReserveDeathTest, OnlyWhatIsReservedIsCompleted) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Node* const node = heap.New<Node>('n');
  EXPECT_DEATH(heap.Complete(node), "what is completed must be an object of this heap");
}

}  // namespace
}  // namespace gc
