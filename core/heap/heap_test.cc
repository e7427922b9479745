// core/heap/heap_test.cc -- a program may have several heaps, in several threads, each with a
// limit.
//
// Label: threads.

#include "core/heap/heap.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

TEST(HeapTest, TwoHeapsCollectWithoutOneAnother) {
  Heap first;
  Heap second;
  first.AddRoot(first.New<Node>('a'));
  second.New<Node>('b');
  first.Start();
  second.Collect();
  EXPECT_EQ(first.phase(), Phase::kMarking);
  EXPECT_EQ(second.ObjectCount(), 0u);
  EXPECT_EQ(first.ObjectCount(), 1u);
}

TEST(HeapTest, ADroppedHeapLeavesNothingForTheNext) {
  for (int i = 0; i < 3; ++i) {
    Heap heap;
    EXPECT_EQ(heap.ObjectCount(), 0u);
    EXPECT_EQ(heap.phase(), Phase::kIdle);
    Node* const a = heap.New<Node>('a');
    EXPECT_EQ(a->header().index, 1u);
    EXPECT_TRUE(WeakPtr<Node>(a).IsValid());
    EXPECT_EQ(heap.collector().serials.Ordinal(WeakPtr<Node>(a).serial()), 1u);
    heap.AddRoot(a);
    heap.New<Node>('b')->ready = false;
    heap.Start();
    heap.Tick(static_cast<Work>(i) * 4);
  }
}

// Cuts and grows a list while marking, so that the barrier of the calling thread has work.
void CollectUnderWay(int rounds) {
  Heap heap;
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  std::uint32_t length = 0;
  for (int round = 0; round < rounds; ++round) {
    heap.Start();
    for (int i = 0; i < 20; ++i) {
      heap.Tick(1);
      Node* const node = heap.New<Node>('n');
      node->left = root->left;
      root->left = node;
      if (i % 4 == 3) root->left = root->left->left;
    }
    length += 15;
    heap.Collect();
    ASSERT_EQ(heap.ObjectCount(), length + 1);
  }
}

TEST(HeapTest, EveryThreadMayHaveItsOwn) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(CollectUnderWay, 50);
  for (std::thread& thread : threads) thread.join();
}

TEST(HeapTest, MayBeHandedToAnotherThread) {
  Heap heap;
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  root->left = heap.New<Node>('a');
  heap.Start();
  std::thread([&] {
    root->right = root->left;
    root->left = nullptr;
    heap.Collect();
  }).join();
  EXPECT_EQ(heap.ObjectCount(), 2u);
}

TEST(OutOfMemory, IsAnAnswer) {
  Heap heap({.max_bytes = 2 * sizeof(Node)});
  ASSERT_NE(heap.TryNew<Node>('a'), nullptr);
  Node* const b = heap.TryNew<Node>('b');
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(heap.TryNew<Node>('c'), nullptr);
  EXPECT_EQ(heap.TryNewWithTail<Node>(1'000'000, 'c'), nullptr);
  heap.AddRoot(b);
  heap.Collect();
  EXPECT_NE(heap.TryNew<Node>('d'), nullptr) << "what was freed may be used again";
}

TEST(OutOfIndices, IsAnAnswerToo) {
  Heap heap({.max_objects = 1});
  for (Index i = 1; i < kChunkEntries; ++i) ASSERT_NE(heap.TryNew<Node>('a'), nullptr);
  EXPECT_EQ(heap.TryNew<Node>('b'), nullptr);
  heap.Collect();
  EXPECT_NE(heap.TryNew<Node>('c'), nullptr);
}

TEST(HeapTest, GrowsOverSeveralChunks) {
  Heap heap;
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  for (std::uint32_t i = 0; i < 3 * kChunkEntries; ++i) {
    Node* const node = heap.New<Node>('n');
    node->left = root->left;
    if (i % 3 == 0) root->left = node;
  }
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), kChunkEntries + 1);
  heap.RemoveRoot(root);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

}  // namespace
}  // namespace gc
