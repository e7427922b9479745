// core/inspect/verify/snapshot_test.cc -- colours are derived from marks and lists.
//
// Label: threads.

#include "core/inspect/verify/snapshot.h"

#include <gtest/gtest.h>

#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

Colour ShownColourOf(const Heap& heap, const Object* object) {
  Snapshot snapshot;
  Take(heap, snapshot);
  return snapshot.colours[object->header().index];
}

TEST(SnapshotTest, ShowsEveryColourOfAnObjectsWayThroughACycle) {
  MidTrace trace;
  EXPECT_EQ(ShownColourOf(trace.heap, trace.grey), Colour::kGrey);
  EXPECT_EQ(ShownColourOf(trace.heap, trace.black), Colour::kBlack);
  EXPECT_EQ(ShownColourOf(trace.heap, trace.white), Colour::kWhite);
  trace.grey->left = nullptr;
  while (trace.heap.phase() != Phase::kIdle) trace.heap.Tick(1);
  EXPECT_EQ(ShownColourOf(trace.heap, trace.grey), Colour::kBlack);
  EXPECT_EQ(ShownColourOf(trace.heap, trace.white), Colour::kDoomed);
  const Index index = trace.white->header().index;
  while (trace.heap.PurgePending()) trace.heap.Tick(1);
  Snapshot snapshot;
  Take(trace.heap, snapshot);
  EXPECT_EQ(snapshot.colours[index], Colour::kNone);
}

TEST(SnapshotTest, WhatTheBarrierShadedIsGreyBeforeItsListIsTaken) {
  MidTrace trace;
  trace.black->left = trace.white;
  EXPECT_EQ(ShownColourOf(trace.heap, trace.white), Colour::kGrey);
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
  for (int i = 0; i < 3; ++i) ShownColourOf(trace.heap, trace.white);
  EXPECT_TRUE(IsWhite(trace.heap, trace.white));
  EXPECT_TRUE(listener.Heard().empty());
}

// What is marked, and for which no list may have had room, is grey: from an index on, but neither
// what is not built yet nor what is never scanned.
TEST(SnapshotTest, WhatMayBeLeftOverIsGrey) {
  Heap heap({.max_disregarded = 1});
  Node* const permanent = heap.New<Node>('p');
  heap.CloseDisregardWindow();
  Factory make(heap);
  make.ClassOf<Part>();
  Node* const early = heap.New<Node>('e');
  Node* const from = heap.New<Node>('f');
  Node* const white = heap.New<Node>('w');
  Node* const later = heap.New<Node>('l');
  for (Node* const root : {early, from, later}) heap.AddRoot(root);
  Reserved<Part> reserved = make.Reserve<Part>();
  heap.Start();
  while (heap.Tick(1) != 0) continue;
  ASSERT_EQ(heap.phase(), Phase::kMarking);
  for (const Node* const black : {permanent, early, from, later}) {
    EXPECT_EQ(ShownColourOf(heap, black), Colour::kBlack);
  }
  heap.collector().wavefront.LeaveOver(*from);
  EXPECT_EQ(ShownColourOf(heap, early), Colour::kBlack);
  EXPECT_EQ(ShownColourOf(heap, from), Colour::kGrey);
  EXPECT_EQ(ShownColourOf(heap, later), Colour::kGrey);
  EXPECT_EQ(ShownColourOf(heap, white), Colour::kWhite);
  EXPECT_EQ(ShownColourOf(heap, permanent), Colour::kBlack);
  EXPECT_EQ(ShownColourOf(heap, reserved.object()), Colour::kBlack);
  reserved.Construct();
}

TEST(SnapshotTest, WhatAStoreShadedBesideWorkersIsGrey) {
  MidTrace trace({.workers = 2, .deferred_stores = 0});
  ASSERT_EQ(ShownColourOf(trace.heap, trace.white), Colour::kWhite);
  trace.black->left = trace.white;
  EXPECT_EQ(ShownColourOf(trace.heap, trace.white), Colour::kGrey);
}

TEST(SnapshotTest, TheFirstObjectOfAHeapMayBeLeftOverToo) {
  Heap heap;
  Node* const first = heap.New<Node>('f');
  heap.AddRoot(first);
  heap.Start();
  heap.Tick(2);  // the initial references, and the object
  ASSERT_EQ(heap.phase(), Phase::kMarking);
  EXPECT_EQ(ShownColourOf(heap, first), Colour::kBlack);
  heap.collector().wavefront.LeaveOver(*first);
  EXPECT_EQ(ShownColourOf(heap, first), Colour::kGrey);
}

}  // namespace
}  // namespace gc
