// core/inspect/verify/snapshot_test.cc -- colours are derived from marks and lists.

#include "core/inspect/verify/snapshot.h"

#include <gtest/gtest.h>

#include "core/testing/nodes.h"

namespace gc {
namespace {

Colour ColourOf(const Heap& heap, const Object* object) {
  Snapshot snapshot;
  Take(heap, snapshot);
  return snapshot.colours[object->header().index];
}

TEST(SnapshotTest, ShowsEveryColourOfAnObjectsWayThroughACycle) {
  MidTrace trace;
  EXPECT_EQ(ColourOf(trace.heap, trace.grey), Colour::kGrey);
  EXPECT_EQ(ColourOf(trace.heap, trace.black), Colour::kBlack);
  EXPECT_EQ(ColourOf(trace.heap, trace.white), Colour::kWhite);
  trace.grey->left = nullptr;
  while (trace.heap.phase() != Phase::kIdle) trace.heap.Tick(1);
  EXPECT_EQ(ColourOf(trace.heap, trace.grey), Colour::kBlack);
  EXPECT_EQ(ColourOf(trace.heap, trace.white), Colour::kDoomed);
  const Index index = trace.white->header().index;
  while (trace.heap.PurgePending()) trace.heap.Tick(1);
  Snapshot snapshot;
  Take(trace.heap, snapshot);
  EXPECT_EQ(snapshot.colours[index], Colour::kNone);
}

TEST(SnapshotTest, WhatTheBarrierShadedIsGreyBeforeItsListIsTaken) {
  MidTrace trace;
  trace.black->left = trace.white;
  EXPECT_EQ(ColourOf(trace.heap, trace.white), Colour::kGrey);
}

TEST(SnapshotTest, SaysWhereTheCycleIs) {
  Heap heap;
  heap.New<Node>('a');
  Snapshot snapshot;
  Take(heap, snapshot);
  EXPECT_EQ(snapshot.phase, Phase::kIdle);
  heap.Start();
  Take(heap, snapshot);
  EXPECT_EQ(snapshot.phase, Phase::kMarking);
  EXPECT_FALSE(snapshot.initial_references_taken);
  heap.Tick(1);
  Take(heap, snapshot);
  EXPECT_TRUE(snapshot.initial_references_taken);
  heap.Tick(1);
  Take(heap, snapshot);
  EXPECT_EQ(snapshot.phase, Phase::kGathering);
  EXPECT_FALSE(snapshot.purge_pending);
  heap.Tick(1);
  Take(heap, snapshot);
  EXPECT_TRUE(snapshot.purge_pending);
}

TEST(SnapshotTest, LookingDisturbsNothing) {
  MidTrace trace;
  Listener listener(trace.heap);
  for (int i = 0; i < 3; ++i) ColourOf(trace.heap, trace.white);
  EXPECT_TRUE(IsWhite(trace.heap, trace.white));
  EXPECT_TRUE(listener.Heard().empty());
}

}  // namespace
}  // namespace gc
