// core/pointer/strong_ptr_test.cc -- a count keeps its object alive, and stays balanced.

#include "core/pointer/strong_ptr.h"

#include <gtest/gtest.h>

#include <utility>

#include "core/collect/nodes_test.h"

namespace gc {
namespace {

std::uint32_t CountOf(const Heap& heap, const Node* node) {
  return heap.collector().table[node->header().index].strong;
}

class StrongPtrTest : public testing::Test {
 protected:
  Heap heap;
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
};

TEST_F(StrongPtrTest, KeepsAliveUntilTheLastOneGoes) {
  StrongPtr<Node> first(a);
  StrongPtr<Node> second(a);
  first.Reset();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  EXPECT_EQ(second->name, 'a');
  second.Reset();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST_F(StrongPtrTest, CopyMoveAssignAndSwapKeepTheCountBalanced) {
  StrongPtr<Node> first(a);
  StrongPtr<Node> copy = first;
  EXPECT_EQ(CountOf(heap, a), 2u);
  StrongPtr<Node> moved = std::move(copy);
  EXPECT_EQ(CountOf(heap, a), 2u);
  EXPECT_FALSE(copy);
  StrongPtr<Node> other(b);
  other = first;
  EXPECT_EQ(CountOf(heap, a), 3u);
  EXPECT_EQ(CountOf(heap, b), 0u);
  StrongPtr<Node> of_b(b);
  swap(other, of_b);
  EXPECT_EQ(CountOf(heap, a), 3u);
  EXPECT_EQ(CountOf(heap, b), 1u);
  other = std::move(of_b);
  EXPECT_EQ(CountOf(heap, b), 0u);
  first = *&first;
  EXPECT_EQ(CountOf(heap, a), 3u);
  first.Reset();
  moved.Reset();
  other.Reset();
  EXPECT_EQ(CountOf(heap, a), 0u);
}

TEST_F(StrongPtrTest, ACountThatLeavesZeroWhileTracingShades) {
  heap.Start();
  ASSERT_TRUE(IsWhite(heap, a));
  const StrongPtr<Node> strong(a);
  EXPECT_TRUE(IsGrey(heap, a));
}

TEST_F(StrongPtrTest, ARootThatIsCountedTooStaysWhenEitherGoes) {
  heap.AddRoot(a);
  heap.AddRoot(b);
  StrongPtr<Node> of_a(a);
  StrongPtr<Node> of_b(b);
  heap.RemoveRoot(a);
  of_b.Reset();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
}

}  // namespace
}  // namespace gc
