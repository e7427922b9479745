// core/pointer/weak_ptr_test.cc -- a weak reference knows when it is too late.

#include "core/pointer/weak_ptr.h"

#include <gtest/gtest.h>

#include <unordered_set>

#include "core/collect/nodes_test.h"

namespace gc {
namespace {

TEST(WeakPtr, IsNullThenValidThenStale) {
  Heap heap;
  WeakPtr<Node> weak;
  EXPECT_TRUE(weak.IsNull());
  EXPECT_FALSE(weak.IsValid());
  EXPECT_FALSE(weak.IsStale());
  weak = heap.New<Node>('a');
  EXPECT_FALSE(weak.IsNull());
  EXPECT_TRUE(weak.IsValid());
  EXPECT_EQ(weak.Get()->name, 'a');
  heap.Collect();
  EXPECT_FALSE(weak.IsNull());
  EXPECT_FALSE(weak.IsValid());
  EXPECT_TRUE(weak.IsStale());
  EXPECT_EQ(weak.Get(), nullptr);
  weak.Reset();
  EXPECT_TRUE(weak.IsNull());
}

TEST(WeakPtr, DoesNotAnswerTheNextOccupantOfItsIndex) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  const Index index = a->header().index;
  const WeakPtr<Node> weak(a);
  heap.Collect();
  Node* const b = heap.New<Node>('b');
  ASSERT_EQ(b->header().index, index);
  EXPECT_EQ(weak.Get(), nullptr);
  const WeakPtr<Node> other(b);
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_EQ(other.Get(), b);
  EXPECT_NE(weak, other);
}

TEST(WeakPtr, CopiesAgreeAndStayFindableAsKeysAfterDeath) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  const WeakPtr<Node> first(a);
  const WeakPtr<Node> second(a);
  EXPECT_EQ(first, second);
  std::unordered_set<WeakPtr<Node>> keys{first};
  heap.Collect();
  EXPECT_TRUE(second.IsStale());
  EXPECT_TRUE(keys.contains(second));
}

TEST(WeakPtr, KeepsNothingAlive) {
  Heap heap;
  const WeakPtr<Node> weak(heap.New<Node>('a'));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST(WeakRead, WhileTracingShadesWhatItYieldsAndKeepsIt) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  const WeakPtr<Node> weak(a);
  heap.Start();
  ASSERT_TRUE(IsWhite(heap, a));
  EXPECT_TRUE(weak.IsValid());
  EXPECT_TRUE(IsWhite(heap, a)) << "asking whether it is valid is not reading";
  EXPECT_EQ(weak.Get(), a);
  EXPECT_TRUE(IsGrey(heap, a));
  while (heap.phase() != Phase::kIdle) heap.Tick(1);
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

TEST(WeakRead, CopyingIsNotReading) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  const WeakPtr<Node> weak(a);
  heap.Start();
  const WeakPtr<Node> copy = weak;
  EXPECT_TRUE(IsWhite(heap, a));
  EXPECT_EQ(copy, weak);
}

TEST(WeakRead, AfterTheEndOfTheTraceTheUnreachedAreGoneBeforeTheyAreGathered) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  const WeakPtr<Node> weak(a);
  heap.Start();
  heap.Tick(2);  // initial references, end check
  ASSERT_EQ(heap.phase(), Phase::kGathering);
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_TRUE(weak.IsStale());
  EXPECT_EQ(heap.ObjectCount(), 1u) << "its memory is still there";
}

TEST(WeakRead, OfAnObjectInAPendingPurgeIsNullThoughANewTraceIsPending) {
  Heap heap;
  const WeakPtr<Node> weak(heap.New<Node>('a'));
  heap.Start();
  heap.Tick(3);  // and the gather
  ASSERT_TRUE(heap.PurgePending());
  ASSERT_TRUE(heap.Start());
  EXPECT_EQ(weak.Get(), nullptr);
}

TEST(WeakPtr, MadeToADoomedObjectIsAlwaysNull) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  heap.Start();
  heap.Tick(3);
  const WeakPtr<Node> weak(a);
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_TRUE(weak.IsStale());
}

}  // namespace
}  // namespace gc
