// core/cluster/garbage_test.cc -- objects marked garbage, inside a cluster and just outside.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/testing/clusters.h"

namespace gc {
namespace {

struct ClusterGarbage : ClusterTest {
  ClusterGarbage() { heap.AddRoot(holder); }
  // A cluster of a hub and five parts, the third of which refers to a loner outside.
  Hub* HubWithALoner() {
    Hub* const hub = Chained(5);
    Nth(hub, 3)->to[1] = outside;
    EXPECT_EQ(heap.MakeCluster(hub), 6u);
    holder->to = hub;
    return hub;
  }
  Loner* const holder = heap.New<Loner>();
  Loner* const outside = heap.New<Loner>();
};

// S10.11
TEST_F(ClusterGarbage, AMemberThatIsMarkedLetsTheOthersGo) {
  Hub* const hub = Clustered(5);
  holder->to = hub;
  Piece* const second = Nth(hub, 2);
  Piece* const third = Nth(hub, 3);
  heap.AddRoot(third);
  heap.MarkGarbage(second);
  EXPECT_EQ(heap.ClusterRootOf(hub), nullptr);
  EXPECT_EQ(Wrong(), "");
  heap.Start();
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 7u - 1u)
      << "only the second part is gone; the third is rooted, and keeps the rest";
  EXPECT_EQ(Nth(hub, 1)->to[0], nullptr);
}

// S10.11: when a root is marked garbage, its members live on.
TEST_F(ClusterGarbage, ARootThatIsMarkedDoesNotTakeItsMembersWithIt) {
  Hub* const hub = Clustered(5);
  Piece* const first = Nth(hub, 1);
  holder->to = first;
  heap.MarkGarbage(hub);
  heap.Start();
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 1u + 5u) << "the holder, and the parts";
}

// S10.10: a member can be marked garbage at any unit of a cycle, and its cluster is dissolved.
TEST_F(ClusterGarbage, AtEveryUnitOfACycleIsAsSafeAsAnyStore) {
  for (int unit = 0; unit < 60; ++unit) {
    Hub* const hub = HubWithALoner();
    heap.AddRoot(hub);
    heap.Start();
    heap.Tick(static_cast<Work>(unit));
    ASSERT_EQ(Wrong(), "");
    heap.MarkGarbage(Nth(hub, 4));
    ASSERT_EQ(Wrong(), "");
    FinishCycle();
    heap.Collect();
    EXPECT_EQ(Nth(hub, 3)->to[0], nullptr);
    EXPECT_EQ(Nth(hub, 3)->to[1], outside);
    EXPECT_EQ(heap.ClusterRootOf(hub), nullptr);
    heap.RemoveRoot(hub);
    holder->to = outside;
    heap.Collect();
  }
}

// S10.9: no slot keeps the address of freed memory.
TEST_F(ClusterGarbage, AClusterThatRefersToItIsScannedOneByOneInTheSameCycle) {
  Hub* const hub = HubWithALoner();
  heap.MarkGarbage(outside);
  ASSERT_NE(heap.ClusterRootOf(hub), nullptr) << "the garbage is outside";
  heap.Start();
  const std::vector<std::string> scanned = ScannedWhile(Phase::kMarking);
  EXPECT_THAT(scanned, testing::UnorderedElementsAre("Loner", "Hub", "Piece", "Piece", "Piece",
                                                     "Piece", "Piece"));
  EXPECT_EQ(Nth(hub, 3)->to[1], nullptr);
  EXPECT_EQ(heap.ClusterRootOf(hub), nullptr);
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 7u);
}

// Two clusters: one refers to garbage, and the other, which is reached first, refers to that one.
TEST_F(ClusterGarbage, AClusterThatRefersToOneWithGarbageIsDissolvedWithIt) {
  Hub* const inner = HubWithALoner();
  Hub* const outer = Chained(5);
  Nth(outer, 5)->to[1] = inner;
  ASSERT_EQ(heap.MakeCluster(outer), 6u);
  holder->to = nullptr;
  heap.AddRoot(outer);
  heap.MarkGarbage(outside);
  heap.Start();
  EXPECT_EQ(heap.ClusterRootOf(inner), nullptr);
  EXPECT_EQ(heap.ClusterRootOf(outer), nullptr);
  FinishCycle();
  EXPECT_EQ(Nth(inner, 3)->to[1], nullptr);
  EXPECT_EQ(heap.ObjectCount(), 13u);
}

TEST_F(ClusterGarbage, AnEventNamesTheClusterThatMarkingDissolved) {
  Hub* const hub = HubWithALoner();
  heap.MarkGarbage(outside);
  std::vector<const Object*> dissolved;
  heap.SetEventSink({.publish =
                         [](void* to, const Event& event) {
                           if (event.kind != EventKind::kDissolved) return;
                           static_cast<std::vector<const Object*>*>(to)->push_back(event.object);
                         },
                     .context = &dissolved});
  heap.Collect();
  heap.SetEventSink({});
  EXPECT_THAT(dissolved, testing::ElementsAre(hub));
}

TEST_F(ClusterGarbage, WhatAContainerOfAMemberHoldsIsClearedToo) {
  Bag* const bag = heap.New<Bag>();
  bag->to = heap.New<Piece>();
  ASSERT_TRUE(heap.AllocateCluster(bag));
  ASSERT_TRUE(heap.AddToCluster(bag, bag->to.Get()));
  bag->items.push_back(outside);
  holder->to = bag;
  ASSERT_EQ(heap.ClusterRootOf(bag), bag) << "its items are never listed";
  heap.MarkGarbage(outside);
  heap.Collect();
  EXPECT_EQ(bag->items[0], nullptr);
  EXPECT_EQ(heap.ClusterRootOf(bag), nullptr);
}

struct ClusterGarbageKept : ClusterTest {
  ClusterGarbageKept() : ClusterTest(HeapOptions{.eliminate = Origins::None()}) {}
};

// S9.20
TEST_F(ClusterGarbageKept, WithEliminationOffNothingIsDissolved) {
  Hub* const hub = Chained(5);
  Loner* const outside = heap.New<Loner>();
  Nth(hub, 3)->to[1] = outside;
  ASSERT_EQ(heap.MakeCluster(hub), 6u);
  heap.AddRoot(hub);
  heap.MarkGarbage(outside);
  heap.Collect();
  EXPECT_EQ(Nth(hub, 3)->to[1], outside);
  EXPECT_EQ(heap.ClusterRootOf(hub), hub);
}

}  // namespace
}  // namespace gc
