// core/pointer/object_ptr_test.cc -- while marking, every operation that puts a reference into a
// slot shades its target, and no other operation shades. S5.6, and S5.4 to S5.8

#include "core/pointer/object_ptr.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

class Barrier : public testing::Test, protected MidTrace {
 protected:
  Barrier() { EXPECT_TRUE(IsWhite(heap, white)); }

  // A slot that was set before the flip: the barrier was idle then, and its object is white now.
  ObjectPtr<Node>& held() { return grey->left; }

  void ExpectShaded() {
    EXPECT_FALSE(IsWhite(heap, white));
    EXPECT_TRUE(IsGrey(heap, white));
    grey->left = nullptr;
    heap.Collect();
  }
};

TEST_F(Barrier, ConstructingFromARawPointerShades) {
  const ObjectPtr<Node> slot(white);
  ExpectShaded();
}

TEST_F(Barrier, CopyConstructingShades) {
  const ObjectPtr<Node> slot(held());
  ExpectShaded();
}

TEST_F(Barrier, MoveConstructingShadesAndEmptiesTheSource) {
  const ObjectPtr<Node> slot(std::move(held()));
  EXPECT_FALSE(held());
  ExpectShaded();
}

TEST_F(Barrier, ConvertingConstructionShades) {
  const ObjectPtr<Object> slot(held());
  ExpectShaded();
}

TEST_F(Barrier, AssigningARawPointerShades) {
  black->left = white;
  ExpectShaded();
}

TEST_F(Barrier, CopyAssigningShades) {
  black->left = held();
  ExpectShaded();
}

TEST_F(Barrier, MoveAssigningShadesAndEmptiesTheSource) {
  black->left = std::move(held());
  EXPECT_EQ(black->left, white);
  EXPECT_FALSE(held());
  ExpectShaded();
}

TEST_F(Barrier, ConvertingAssignmentShades) {
  ObjectPtr<Object> slot;
  slot = held();
  ExpectShaded();
}

TEST_F(Barrier, ResetToAnObjectShades) {
  black->left.Reset(white);
  ExpectShaded();
}

TEST_F(Barrier, SwapShadesWhatWasLeft) {
  swap(held(), black->left);
  EXPECT_EQ(black->left, white);
  ExpectShaded();
}

TEST_F(Barrier, SwapShadesWhatWasRight) {
  swap(black->left, held());
  EXPECT_EQ(black->left, white);
  ExpectShaded();
}

TEST_F(Barrier, MovingToItselfChangesNothing) {
  Node* const before = held().Get();
  ObjectPtr<Node>& same = held();
  held() = std::move(same);
  EXPECT_EQ(held(), before);
}

TEST_F(Barrier, StoringNullAndOverwritingShadeNothing) {
  grey->left = nullptr;
  grey->right = nullptr;
  grey->right.Reset();
  EXPECT_TRUE(IsWhite(heap, white));
}

TEST_F(Barrier, ReadingShadesNothing) {
  EXPECT_EQ(held().Get(), white);
  EXPECT_EQ(held()->name, 'w');
  EXPECT_TRUE(held());
  EXPECT_TRUE(IsWhite(heap, white));
}

// S5.7
TEST_F(Barrier, StoringTwiceQueuesOnce) {
  black->left = white;
  black->right = white;
  heap.Tick(0);
  EXPECT_EQ(heap.collector().wavefront.barrier().size(), 1u);
}

// S5.4
TEST_F(Barrier, ADrawnLossIsPrevented) {
  black->left = white;
  grey->left = nullptr;
  heap.Collect();
  EXPECT_EQ(black->left, white);
  EXPECT_EQ(heap.ObjectCount(), 3u);
}

TEST(BarrierIdle, StoresShadeNothingOutsideATrace) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  a->left = heap.New<Node>('b');
  EXPECT_TRUE(heap.collector().wavefront.barrier().empty());
}

TEST(BarrierIdle, AnotherHeapsTraceIsNoneOfThisHeapsBusiness) {
  MidTrace marking;
  Heap heap;
  Node* const a = heap.New<Node>('a');
  a->left = heap.New<Node>('b');
  EXPECT_TRUE(heap.collector().wavefront.barrier().empty());
  EXPECT_TRUE(marking.heap.collector().wavefront.barrier().empty());
}

// S5.5: the gate is one word for the whole process. While it is 0, a store tests it and does no
// more.
TEST(BarrierIdle, NoHeapListensWhenNoneIsMarking) {
  const std::uint32_t before = heaps_listening.load();
  {
    MidTrace marking;
    EXPECT_EQ(heaps_listening.load(), before + 1);
    marking.heap.Collect();
    EXPECT_EQ(heaps_listening.load(), before);
    marking.heap.Start();
  }
  EXPECT_EQ(heaps_listening.load(), before) << "a heap dropped in mid-trace still listens";
}

// S5.4: what the stored object refers to survives too.
TEST_F(Barrier, WhatWasStoredKeepsWhatItRefersTo) {
  white->left = heap.New<Node>('x');
  black->left = white;
  grey->left = nullptr;
  heap.Collect();
  heap.Collect();
  EXPECT_EQ(black->left->left->name, 'x');
}

// S5.4: the same for what it referred to before the barrier was on.
TEST(BarrierClosure, OfWhatWasStoredSurvives) {
  Heap heap;
  Node* const grey = heap.New<Node>('g');
  Node* const black = heap.New<Node>('b');
  Node* const white = heap.New<Node>('w');
  heap.AddRoot(grey);
  heap.AddRoot(black);
  grey->left = white;
  white->left = heap.New<Node>('x');
  heap.Start();
  heap.Tick(2);  // the initial references, and `black`, which was queued last
  ASSERT_TRUE(IsWhite(heap, white));
  black->left = white;
  grey->left = nullptr;
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 4u);
}

// S5.8: while gathering, this build's heap does not listen. The store is seen all the same if
// another heap does, and then the phase decides. The test of the checked build is in
// core/pointer/builds.
TEST(BarrierGatheringDeathTest, AStoreOfADoomedObjectChangesNoBitAndIsNamedByACheckedBuild) {
  const MidTrace listening;
  Heap heap;
  Node* const kept = heap.New<Node>('k');
  Node* const doomed = heap.New<Node>('d');
  heap.AddRoot(kept);
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  if (kChecked) {
    EXPECT_DEATH(kept->left = doomed, "stored while gathering must not be doomed .object 2, Node");
    return;
  }
  const FlagWord before = heap.collector().population.table[doomed->header().index].flags.Load();
  kept->left = doomed;
  EXPECT_EQ(heap.collector().population.table[doomed->header().index].flags.Load(), before);
  EXPECT_TRUE(heap.collector().wavefront.barrier().empty());
  EXPECT_TRUE(heap.collector().wavefront.stored().Items().empty()) << "nor is it shaded later";
  kept->left = nullptr;
}

// S5.3
TEST(ObjectPtrType, IsNotTriviallyCopyableAndKnowsOrderAndHash) {
  static_assert(!std::is_trivially_copyable_v<ObjectPtr<Node>>);
  static_assert(std::is_nothrow_move_constructible_v<ObjectPtr<Node>>,
                "vectors move when they can");
  static_assert(std::is_trivially_destructible_v<ObjectPtr<Node>>);
  Heap heap;
  const ObjectPtr<Node> null;
  const ObjectPtr<Node> a = heap.New<Node>('a');
  const ObjectPtr<Node> b = heap.New<Node>('b');
  EXPECT_TRUE(null < a && a < b) << "by index, whatever the addresses are";
  EXPECT_EQ(a <=> ObjectPtr<Node>(a), std::strong_ordering::equal);
  EXPECT_EQ(std::hash<ObjectPtr<Node>>{}(a), std::hash<ObjectPtr<Node>>{}(ObjectPtr<Node>(a)));
  Heap other;
  const ObjectPtr<Node> twin = other.New<Node>('t');
  EXPECT_NE(a <=> twin, std::strong_ordering::equal) << "the same index in another heap";
}

// S5.3: so a set is walked in the same order in every run. Freed indices are given again from the
// last one on, and freed memory from the first byte on.
TEST(ObjectPtrType, IsOrderedByIndexAlsoWhereAddressesAreInAnotherOrder) {
  Heap heap;
  std::vector<Node*> nodes;
  for (int i = 0; i < 20; ++i) nodes.push_back(heap.New<Node>('n'));
  for (int i = 0; i < 20; i += 2) heap.AddRoot(nodes[i]);
  heap.Collect();
  for (int i = 1; i < 20; i += 2) nodes[i] = heap.New<Node>('m');
  bool differs = false;
  for (Node* const one : nodes) {
    for (Node* const other : nodes) {
      const bool by_index = one->header().index < other->header().index;
      EXPECT_EQ(ObjectPtr<Node>(one) < ObjectPtr<Node>(other), by_index);
      differs = differs || by_index != (one < other);
    }
  }
  EXPECT_TRUE(differs) << "the order of addresses would do as well";
}

}  // namespace
}  // namespace gc
