// core/schedule/sections_test.cc -- sections of other threads, while a scheduler collects in
// slices.
//
// Each thread waits for the state that it needs, so the results do not depend on the threads'
// speed.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "core/inspect/verify/verifier.h"
#include "core/testing/scheduled_heap.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

// S7.9: a section runs between two slices of marking, and its stores are not lost.
TEST(Sections, RunBetweenTheSlicesOfMarkingAndTheirStoresAreSeen) {
  ScheduledHeap world(Sliced());
  Node* const first = world.MakeChain(30);
  Node* const white = first->left.Get();  // last in the chain below the root, so it is scanned late
  world.scheduler.RequestCollection(false);
  world.Frame();
  ASSERT_TRUE(world.scheduler.MarkingPending());
  Node* const black = world.heap.New<Node>('b');
  world.heap.AddRoot(black);
  OnThreads(1, [&](int) {
    const Section section(world.lock);
    black->right = white;
    first->left = nullptr;
  });
  world.scheduler.Collect(false);
  while (world.scheduler.PurgePending()) world.Frame();
  EXPECT_EQ(black->right.Get(), white);
  EXPECT_TRUE(world.heap.collector().population.IsLive(*white));
  EXPECT_EQ(Verifier().Verify(world.heap), std::nullopt);
}

// S7.10: a section runs between two slices of a purge.
TEST(Sections, RunBetweenTheSlicesOfAPurge) {
  ScheduledHeap world(Sliced());
  world.MakeGarbage(20);
  world.scheduler.Collect(false);
  int slices = 0;
  while (world.scheduler.PurgePending()) {
    world.Frame();
    slices += 1;
    OnThreads(1, [&](int) {
      const Section section(world.lock);
      EXPECT_FALSE(world.lock.IsLocked());
    });
  }
  EXPECT_GT(slices, 5);
}

// S7.9: a slice waits for the sections that are open when it is due.
TEST(Sections, OpenWhenASliceIsDueAreWaitedFor) {
  ScheduledHeap world(Sliced());
  world.MakeChain(30);
  world.scheduler.RequestCollection(false);
  world.Frame();
  std::atomic<bool> open{false};
  std::atomic<bool> over{false};
  std::jthread worker([&] {
    const Section section(world.lock);
    open = true;
    while (!world.lock.IsWanted()) std::this_thread::yield();
    over = true;
  });
  while (!open) std::this_thread::yield();
  world.Frame();
  EXPECT_TRUE(over);
}

// S7.1, S7.5, S7.9, S7.10: threads make, link and drop objects, each below a root of its own, while
// the collector's slices come in between.
TEST(Sections, OfManyThreadsAndManyCyclesLoseNothing) {
  constexpr int kThreads = 3;
  constexpr int kRounds = 1000;
  Settings settings = Sliced();
  settings.trace_continuous = true;
  ScheduledHeap world(settings);
  world.unit_takes = 50'000;  // a hundred units in a slice
  std::vector<Node*> roots;
  for (int i = 0; i < kThreads; ++i) {
    roots.push_back(world.heap.New<Node>('r'));
    world.heap.AddRoot(roots.back());
  }
  std::atomic<int> working{kThreads};
  std::atomic<int> frames{0};
  std::jthread mutators([&] {
    OnThreads(kThreads, [&](int thread) {
      Node* const root = roots[static_cast<std::size_t>(thread)];
      for (int round = 0; round < kRounds; ++round) {
        while (frames < round / 4) std::this_thread::yield();
        const Section section(world.lock);
        if (round % 10 == 0) root->left = nullptr;
        Node* const node = world.heap.New<Node>('n');
        node->right = root->left.Get();
        root->left = node;
        node->left = world.heap.New<Node>('m');
        world.heap.HandOver(node->left.Get());
        world.heap.HandOver(node);
      }
      working -= 1;
    });
  });
  while (working != 0) {
    world.Frame();
    frames += 1;
  }
  mutators.join();
  EXPECT_GE(world.scheduler.cycle(), 2u);
  world.scheduler.Collect();
  EXPECT_EQ(world.heap.ObjectCount(), kThreads * 21u) << "a root, and ten times two, for each";
  EXPECT_EQ(Verifier().Verify(world.heap), std::nullopt);
}

}  // namespace
}  // namespace gc
