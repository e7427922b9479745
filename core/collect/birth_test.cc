// core/collect/birth_test.cc -- the colour of a new object, in each phase.

#include <gtest/gtest.h>

#include "core/testing/nodes.h"

namespace gc {
namespace {

TEST(Birth, OutsideACycleAnObjectCarriesTheReachableBitAndNoOther) {
  Heap heap;
  for (int cycle = 0; cycle < 3; ++cycle) {
    const Node* const a = heap.New<Node>('a');
    const Collector& collector = heap.collector();
    EXPECT_EQ(collector.population.MarkOf(*a).Load(), collector.population.marks().Reachable());
    heap.Collect();
  }
}

TEST(Birth, WhileMarkingAnObjectIsBornBlackAndSurvivesTheCycle) {
  Heap heap;
  heap.Start();
  const Node* const a = heap.New<Node>('a');
  EXPECT_FALSE(IsWhite(heap, a));
  EXPECT_FALSE(IsGrey(heap, a));
  while (heap.phase() != Phase::kIdle) heap.Tick(1);
  EXPECT_EQ(heap.ObjectCount(), 1u);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u) << "and it is freed in the next cycle";
}

TEST(Birth, WhatAnObjectThatIsBornBlackRefersToIsNotLost) {
  MidTrace trace;
  Node* const born = trace.heap.New<Node>('n');
  trace.black->left = born;
  born->left = trace.white;
  trace.grey->left = nullptr;
  trace.heap.Collect();
  EXPECT_EQ(trace.heap.ObjectCount(), 4u);
  EXPECT_EQ(born->left, trace.white);
}

TEST(Birth, WhileGatheringAnObjectIsNotGatheredWhereverItsIndexIs) {
  Heap heap;
  for (char name = 'a'; name < 'e'; ++name) heap.New<Node>(name);
  heap.Collect();  // four free indices
  heap.New<Node>('x');
  heap.Start();
  heap.Tick(3);  // initial references, end check, one index
  ASSERT_EQ(heap.phase(), Phase::kGathering);
  for (char name = 'f'; name < 'n'; ++name) {  // recycled indices, and new ones
    ASSERT_FALSE(IsWhite(heap, heap.New<Node>(name)));
  }
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  EXPECT_EQ(heap.ObjectCount(), 8u);
}

}  // namespace
}  // namespace gc
