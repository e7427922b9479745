// core/pointer/strong_ptr_test.cc -- a count keeps its object alive, and stays balanced.

#include "core/pointer/strong_ptr.h"

#include <gtest/gtest.h>

#include <unordered_set>
#include <utility>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

std::uint32_t CountOf(const Heap& heap, const Node* node) {
  return heap.collector().population.table[node->header().index].strong;
}

class StrongPtrTest : public testing::Test {
 protected:
  Heap heap;
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
};

// S5.14
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
  EXPECT_FALSE(copy);  // NOLINT(bugprone-use-after-move): it holds nothing now
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

TEST_F(StrongPtrTest, ACountThatLeavesZeroWhileMarkingShades) {
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

// S5.14: the count stays right in containers, conversions and self-assignment.
TEST_F(StrongPtrTest, StaysBalancedInContainersAndConversions) {
  {
    std::vector<StrongPtr<Node>> many;
    for (int i = 0; i < 10; ++i) many.emplace_back(i % 2 == 0 ? a : b);
    EXPECT_EQ(CountOf(heap, a), 5u);
    many.erase(many.begin());
    many.resize(100);
    EXPECT_EQ(CountOf(heap, a), 4u);
    const StrongPtr<Object> base = many[1];
    EXPECT_EQ(base.Get(), a);
    EXPECT_EQ(CountOf(heap, a), 5u);
    const std::unordered_set<StrongPtr<Node>> set(many.begin(), many.end());
    EXPECT_EQ(set.size(), 3u);
    StrongPtr<Node>& same = many[0];
    same = std::move(many[0]);
    EXPECT_EQ(same.Get(), b);
  }
  EXPECT_EQ(CountOf(heap, a), 0u);
  EXPECT_EQ(CountOf(heap, b), 0u);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST_F(StrongPtrTest, ACountThatIsTakenAndDroppedWhileMarkingFloatsUntilTheNextCycle) {
  heap.Start();
  { const StrongPtr<Node> strong(a); }
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  EXPECT_EQ(heap.ObjectCount(), 1u);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S5.14, B12
TEST(StrongPtrDeathTest, ACountThatOverflowsIsFatal) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Heap heap;
  Node* const node = heap.New<Node>('a');
  heap.AddRoot(node);
  std::atomic<std::uint32_t>& strong =
      heap.collector().population.table[node->header().index].strong;
  strong.store(~std::uint32_t{0});
  EXPECT_DEATH(StrongPtr<Node>{node}, "a strong count must not overflow");
  strong.store(0);
}

}  // namespace
}  // namespace gc
