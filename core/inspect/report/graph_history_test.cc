// core/inspect/report/graph_history_test.cc -- which objects lived in the last cycles, and why.

#include "core/inspect/report/graph_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/inspect/report/inspector.h"
#include "core/schedule/settings.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::HasSubstr;

struct Watched {
  Watched() { heap.AddRoot(root); }
  Heap heap;
  const Inspector inspector{heap, {.graphs = 3}};
  const GraphHistory& graphs = inspector.graphs();
  Node* const root = heap.New<Node>('r');
};

// S15.5
TEST(GraphHistory, ThePathToAnObjectThatIsDeadNowCanBeShown) {
  Watched watched;
  watched.root->left = watched.heap.New<Node>('x');
  const Index index = watched.root->left.Get()->header().index;
  watched.heap.Collect();
  watched.root->left = nullptr;
  watched.heap.Collect();
  EXPECT_EQ(NameOf(watched.heap, index), "nothing at 2");
  EXPECT_EQ(watched.graphs.WhyItLived(index),
            "in cycle 1: Node 2\n  <- Node 1 .left\n  <- root set\n");
  EXPECT_EQ(watched.graphs.WhyItLived(77), "no picture has it alive\n");
}

// S15.5: an object that only the barrier kept has the root "barrier".
TEST(GraphHistory, WhatTheMutatorStoredDuringATraceIsKeptByTheBarrier) {
  MidTrace trace;
  const Inspector inspector(trace.heap, {.graphs = 1});
  trace.black->left = trace.white;
  trace.black->left = nullptr;
  trace.grey->left = nullptr;
  trace.heap.Tick(kUnlimited);
  EXPECT_EQ(inspector.graphs().WhyItLived(trace.white->header().index),
            "in cycle 1: Node 3\n  <- barrier\n");
}

// S15.5: of every store while marking, in every pass, and in each cycle its own.
TEST(GraphHistory, EveryStoreOfEachCycleIsKeptByTheBarrierInThatCycleAlone) {
  Heap heap;
  const Inspector inspector(heap, {.graphs = 4});
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  std::vector<std::vector<Index>> stored(4);
  for (std::vector<Index>& in_cycle : stored) {
    std::vector<Node*> whites;
    for (int i = 0; i < 6; ++i) {
      whites.push_back(heap.New<Node>('w'));
      in_cycle.push_back(whites.back()->header().index);
    }
    heap.Start();
    heap.Tick(2);  // the initial references, and the root
    for (std::size_t i = 0; i < whites.size(); ++i) {
      root->left = whites[i];
      if (i == 2) heap.Tick(3);  // one pass takes three, another the rest
    }
    root->left = nullptr;
    while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(kUnlimited);
  }
  for (std::size_t back = 0; back < stored.size(); ++back) {
    const CyclePicture& picture = inspector.graphs()[back];
    std::vector<Index> by_barrier;
    for (const Edge& edge : picture.graph.Roots()) {
      if (edge.kind == EdgeKind::kBarrier) by_barrier.push_back(edge.target);
    }
    EXPECT_THAT(by_barrier, testing::UnorderedElementsAreArray(stored[stored.size() - 1 - back]));
  }
}

TEST(GraphHistory, AReferenceThatStayedIsShownRatherThanTheBarrier) {
  MidTrace trace;
  const Inspector inspector(trace.heap, {.graphs = 1});
  trace.black->left = trace.white;
  trace.heap.Tick(kUnlimited);
  EXPECT_THAT(inspector.graphs().WhyItLived(trace.white->header().index),
              HasSubstr("Node 3\n  <- Node 1 .left\n  <- root set\n"));
}

// S15.5: with size 0, no graphs are kept.
TEST(GraphHistory, IsOffWithoutASize) {
  Heap heap;
  const Inspector inspector(heap);
  heap.AddRoot(heap.New<Node>('r'));
  heap.Collect();
  EXPECT_EQ(inspector.graphs().size(), 0u);
  EXPECT_EQ(inspector.graphs().bytes(), 0u);
}

// S15.5
TEST(GraphHistory, TheOldestPictureMakesRoomForTheNewest) {
  Watched watched;
  for (int i = 0; i < 5; ++i) watched.heap.Collect();
  ASSERT_EQ(watched.graphs.size(), 3u);
  EXPECT_EQ(watched.graphs[0].cycle, 5u);
  EXPECT_EQ(watched.graphs[2].cycle, 3u);
}

// S15.5: the memory of all graphs has a limit.
TEST(GraphHistory, KeepsNoMoreMemoryThanItMay) {
  constexpr std::size_t kMost = 20'000;
  Heap heap;
  const Inspector inspector(heap, {.graphs = 100, .most_graph_bytes = kMost});
  for (int i = 0; i < 50; ++i) heap.AddRoot(heap.New<Node>('r'));
  for (int i = 0; i < 20; ++i) heap.Collect();
  EXPECT_GT(inspector.graphs().size(), 1u);
  EXPECT_LT(inspector.graphs().size(), 20u);
  EXPECT_LE(inspector.graphs().bytes(), kMost);
  EXPECT_EQ(inspector.graphs().Skipped(), 0u);
  for (int i = 0; i < 1000; ++i) heap.AddRoot(heap.New<Node>('r'));
  heap.Collect();
  EXPECT_EQ(inspector.graphs().Skipped(), 1u);
  EXPECT_LE(inspector.graphs().bytes(), kMost);
}

// S15.5: where two pictures are too many, the newest stays.
TEST(GraphHistory, KeepsOnePictureWhereThereIsNoRoomForTwo) {
  Heap heap;
  for (int i = 0; i < 50; ++i) heap.AddRoot(heap.New<Node>('r'));
  std::size_t one = 0;
  {
    const Inspector inspector(heap, {.graphs = 1});
    heap.Collect();
    one = inspector.graphs().bytes();
  }
  const Inspector inspector(heap, {.graphs = 100, .most_graph_bytes = one + one / 2});
  for (int i = 0; i < 3; ++i) heap.Collect();
  EXPECT_EQ(inspector.graphs().size(), 1u);
  EXPECT_EQ(inspector.graphs().Skipped(), 0u);
}

// S15.5
TEST(GraphHistory, KeepsTwoPicturesWhereThereIsJustRoomForTwo) {
  Heap heap;
  for (int i = 0; i < 50; ++i) heap.AddRoot(heap.New<Node>('r'));
  const auto bytes_of_two = [&heap](std::size_t most) {
    const Inspector inspector(heap, {.graphs = 2, .most_graph_bytes = most});
    for (int i = 0; i < 3; ++i) heap.Collect();
    EXPECT_EQ(inspector.graphs().size(), 2u);
    return inspector.graphs().bytes();
  };
  const std::size_t two = bytes_of_two(1'000'000);
  EXPECT_EQ(bytes_of_two(two), two);
}

// C6: a keep flag that was not cleared.
TEST(GraphHistory, AnObjectThatOnlyAFlagKeepsIsSaidToAndForHowLong) {
  Watched watched;
  Node* const loaded = watched.heap.New<Node>('l');
  watched.heap.collector().roots.Keep(*loaded, flag::kAsync);
  for (int i = 0; i < 3; ++i) watched.heap.Collect();
  EXPECT_EQ(watched.graphs.WhyItLived(loaded->header().index),
            "in cycle 3: Node 2\n  <- keep flag async\n"
            "  alive only because of this flag, for 2 cycles\n");
  watched.heap.collector().roots.LetGo(*loaded, flag::kAsync);
}

TEST(GraphHistory, AReusedIndexIsAsYoungAsItsNewObject) {
  Watched watched;
  watched.root->left = watched.heap.New<Node>('o');
  const Index index = watched.root->left.Get()->header().index;
  watched.heap.Collect();
  watched.heap.Collect();
  EXPECT_EQ(watched.graphs[0].graph[index].age, 1u);
  watched.root->left = nullptr;
  watched.heap.Collect();
  watched.root->left = watched.heap.New<Node>('n');
  ASSERT_EQ(watched.root->left.Get()->header().index, index);
  watched.heap.Collect();
  EXPECT_EQ(watched.graphs[0].graph[index].age, 0u);
}

// While it is off it hears of no end of an object, and of no store.
TEST(GraphHistory, WhatWasBeforeItWasSwitchedOffIsForgotten) {
  Heap heap;
  Inspector inspector(heap, {.graphs = 1});
  Settings off, on;
  on.history_size = 2;
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  Node* const old = heap.New<Node>('o');
  const Index index = old->header().index;
  heap.Start();
  root->left = old;
  heap.Collect();
  ASSERT_EQ(inspector.graphs()[0].graph[index].age, 1u);
  root->left = nullptr;
  inspector.Configure(off);
  heap.Collect();
  root->left = heap.New<Node>('n');
  ASSERT_EQ(root->left->header().index, index);
  heap.Start();
  inspector.Configure(on);
  heap.Tick(kUnlimited);
  EXPECT_EQ(inspector.graphs()[0].graph[index].age, 0u);
}

// A mark of the barrier counts for the cycle in which it was made.
TEST(GraphHistory, WhatWasStoredBeforeItWasSwitchedOffIsNoRootOfALaterCycle) {
  MidTrace trace;
  Inspector inspector(trace.heap, {.graphs = 1});
  Settings off, on;
  on.history_size = 1;
  trace.black->left = trace.white;
  trace.heap.Tick(2);  // takes the barrier's list
  inspector.Configure(off);
  trace.heap.Tick(kUnlimited);
  trace.heap.Start();
  inspector.Configure(on);
  trace.heap.Tick(kUnlimited);
  for (const Edge& edge : inspector.graphs()[0].graph.Roots()) {
    EXPECT_NE(edge.kind, EdgeKind::kBarrier);
  }
}

TEST(GraphHistory, ASerialTellsTheOldObjectFromTheNew) {
  Watched watched;
  watched.root->left = watched.heap.New<Node>('o');
  const WeakPtr<Node> handle(watched.root->left.Get());
  const Index index = watched.root->left.Get()->header().index;
  ASSERT_TRUE(handle.IsValid());  // a serial is given when the first weak reference is made
  const Serial serial = watched.heap.collector().population.table[index].serial.load();
  watched.heap.Collect();
  watched.root->left = nullptr;
  watched.heap.Collect();
  watched.root->right = watched.heap.New<Node>('n');
  watched.heap.Collect();
  EXPECT_THAT(watched.graphs.WhyItLived(index), HasSubstr("cycle 3: Node 2\n  <- Node 1 .right"));
  EXPECT_THAT(watched.graphs.WhyItLived(index, serial),
              HasSubstr("cycle 1: Node 2\n  <- Node 1 .left"));
}

// S15.5: the objects alone would not be too large, but their references are.
TEST(GraphHistory, APictureThatIsTooLargeByItselfIsNotKept) {
  Heap heap;
  for (int i = 0; i < 50; ++i) {
    Node* const node = heap.New<Node>('n');
    heap.AddRoot(node);
    node->left = node->right = node;
  }
  const std::size_t objects_alone = 51 * sizeof(HeapGraph::Node);
  const Inspector inspector(heap, {.graphs = 3, .most_graph_bytes = objects_alone});
  for (std::uint64_t cycle = 1; cycle <= 3; ++cycle) {
    heap.Collect();
    EXPECT_EQ(inspector.graphs().size(), 0u);
    EXPECT_EQ(inspector.graphs().Skipped(), cycle);
  }
}

// S15.5: the time of a drawing begins when the drawing does.
TEST(GraphHistory, APictureIsKeptIfItsDrawingTakesNoLongerThanItMay) {
  static Nanoseconds time = 0, each = 0;
  time = 5'000'000'000;
  Heap heap;
  for (int i = 0; i < 200; ++i) heap.AddRoot(heap.New<Node>('r'));
  const Clock clock{.now = [](void*) { return time += each; }};
  const Inspector inspector(heap, {.clock = clock, .graphs = 3, .graph_limit = 0.5});
  for (const Nanoseconds slow : {0, 10'000'000}) {
    each = slow;
    heap.Collect();
  }
  EXPECT_EQ(inspector.graphs().size(), 2u);
  EXPECT_EQ(inspector.graphs().Skipped(), 0u);
  each = 600'000'000;
  heap.Collect();
  EXPECT_EQ(inspector.graphs().size(), 2u);
  EXPECT_EQ(inspector.graphs().Skipped(), 1u);
}

// The number of pictures has no effect on what is known of the objects.
TEST(GraphHistory, AnObjectIsAsOldAsItWasWhenFewerPicturesAreKept) {
  Watched watched;
  Inspector inspector(watched.heap, {.graphs = 3});
  std::uint32_t age = 0;
  for (const std::uint32_t size : {3, 2, 1}) {
    Settings settings;
    settings.history_size = size;
    inspector.Configure(settings);
    watched.heap.Collect();
    EXPECT_EQ(inspector.graphs().size(), std::min<std::size_t>(size, age + 1));
    EXPECT_EQ(inspector.graphs()[0].graph[watched.root->header().index].age, age++);
  }
}

}  // namespace
}  // namespace gc
