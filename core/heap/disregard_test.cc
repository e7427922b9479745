// core/heap/disregard_test.cc -- objects that are made while the window is open are never
// collected.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/inspect/verify/disregard_check.h"
#include "core/inspect/verify/verifier.h"
#include "core/population/stall.h"
#include "core/population/use.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;

class Disregard : public testing::Test {
 protected:
  explicit Disregard(HeapOptions options = {.max_disregarded = 3}) : heap(options) {}
  MarkBits Reachability(const Object* object) {
    return heap.collector().population.MarkOf(*object).Load() & mark::kColours;
  }
  Heap heap;
  Verifier verifier;
};

// S1.18, S2.8
TEST_F(Disregard, WhatIsMadeInTheWindowHasALowIndexAndNoneOfTheThreeBits) {
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
  heap.CloseDisregardWindow();
  Node* const c = heap.New<Node>('c');
  EXPECT_EQ(a->header().index, 1u);
  EXPECT_EQ(b->header().index, 2u);
  EXPECT_EQ(c->header().index, 4u);
  EXPECT_EQ(Reachability(a), 0u);
  EXPECT_NE(Reachability(c), 0u);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u);
  EXPECT_EQ(Reachability(a), 0u);
}

// S1.18: disregarded objects are never marked and never gathered, even if they are referred to,
// rooted or read.
TEST_F(Disregard, NoUnitOfACycleTouchesThem) {
  Node* const a = heap.New<Node>('a');
  heap.New<Node>('b');
  heap.CloseDisregardWindow();
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  heap.AddRoot(a);
  root->left = a;
  const WeakPtr<Node> weak(a);
  Listener listener(heap);
  heap.Start();
  root->right = a;
  EXPECT_EQ(weak.Get(), a);
  while (heap.Tick(1) != 0) EXPECT_EQ(verifier.Verify(heap), std::nullopt);
  EXPECT_THAT(listener.Heard(), ElementsAre("flip", "initial 0", "scan r", "end-check ended",
                                            "gather 4 r", "cycle-end"));
  EXPECT_EQ(Reachability(a), 0u);
  EXPECT_EQ(root->left.Get(), a);
  EXPECT_EQ(weak.Get(), a);
}

// S1.19, S16.2: the number that one run counts is the right setting for the next run.
TEST_F(Disregard, TheNumberThatTheWindowReportsIsTheSettingThatFits) {
  const auto run = [](std::uint32_t setting, CapacityNotice& said) {
    Heap started({.max_disregarded = setting,
                  .notices = {.say =
                                  [](void* context, const CapacityNotice& notice) {
                                    *static_cast<CapacityNotice*>(context) = notice;
                                  },
                              .context = &said}});
    for (int i = 0; i < 7; ++i) started.New<Node>('a');
    const std::uint32_t count = started.CloseDisregardWindow();
    EXPECT_EQ(said.kind, CapacityNoticeKind::kDisregardClosed);
    EXPECT_EQ(said.count, count);
    EXPECT_EQ(said.limit, setting);
    const Index first = started.New<Node>('b')->header().index;
    started.Collect();
    return std::pair(first, started.ObjectCount());
  };
  CapacityNotice said;
  EXPECT_EQ(run(0, said), std::pair(8u, 0u));
  EXPECT_EQ(said.count, 7u);
  EXPECT_EQ(run(said.count, said), std::pair(said.count + 1, 7u));
  // If the setting is too small, the objects beyond it are collected like others. If it is too
  // large, slots are wasted.
  EXPECT_EQ(run(5, said), std::pair(8u, 5u));
  EXPECT_EQ(run(10, said), std::pair(11u, 7u));
}

// S1.18: the window can be opened again for as long as there is room.
TEST_F(Disregard, OpensAgainIfThereIsSlack) {
  heap.New<Node>('a');
  heap.New<Node>('b');
  heap.CloseDisregardWindow();
  heap.New<Node>('m');
  EXPECT_TRUE(heap.OpenDisregardWindow());
  EXPECT_EQ(heap.New<Node>('c')->header().index, 3u);
  EXPECT_EQ(heap.New<Node>('n')->header().index, 5u);
  heap.CloseDisregardWindow();
  EXPECT_FALSE(heap.OpenDisregardWindow());
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 3u);
}

// S1.25, S1.21
TEST(DisregardSetting, OfZeroMakesEveryObjectCollectableThoughTheWindowIsOpen) {
  Heap heap({.permanent_bytes = 4096});
  Node* const born = heap.New<Node>('a');
  EXPECT_TRUE(
      heap.collector().population.marks().IsReachable(heap.collector().population.MarkOf(*born)));
  EXPECT_EQ(heap.collector().memory.pool().size(), 0u) << "and there is no pool";
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

class Pool : public Disregard {
 protected:
  Pool()
      : Disregard(
            {.max_disregarded = 3, .permanent_bytes = 2 * (sizeof(Prefix) + sizeof(Node)) + 16}) {}
};

// S1.21, S1.22
TEST_F(Pool, HasTheDisregardedSideBySideAndWhatDoesNotFitElsewhere) {
  const Node* const a = heap.New<Node>('a');
  const Node* const b = heap.New<Node>('b');
  const Node* const c = heap.New<Node>('c');
  heap.CloseDisregardWindow();
  const Node* const d = heap.New<Node>('d');
  const PermanentPool& pool = heap.collector().memory.pool();
  EXPECT_TRUE(pool.Contains(a));
  EXPECT_TRUE(pool.Contains(b));
  EXPECT_FALSE(pool.Contains(c));
  EXPECT_FALSE(pool.Contains(d));
  EXPECT_FALSE(pool.Contains(nullptr));
  EXPECT_LT(reinterpret_cast<std::uintptr_t>(b) - reinterpret_cast<std::uintptr_t>(a),
            sizeof(Prefix) + sizeof(Node) + kObjectAlignment);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 3u) << "c is disregarded, wherever it lives";
}

TEST_F(Pool, DeathByFreeingOneOfItsObjects) {
  Node* const a = heap.New<Node>('a');
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(heap.collector().memory.Free(*a, ObjectMemory::BlockOf(*a)),
               "permanent pool is freed when its heap is dropped");
}

// The end of an earlier heap, in which they are freed, is over for the next one.
TEST(PoolDeathTest, ByFreeingOneOfTheObjectsOfALaterHeap) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Stall stall;
  const Stall::Use use(stall);
  const HeapOptions options{.max_disregarded = 2, .permanent_bytes = 4096};
  Heap(options).New<Node>('a');
  Heap heap(options);
  Node* const a = heap.New<Node>('a');
  EXPECT_DEATH(heap.collector().memory.Free(*a, ObjectMemory::BlockOf(*a)),
               "permanent pool is freed when its heap is dropped");
}

// S1.22: when the heap is dropped, each disregarded object ends like any other.
TEST(PermanentPool, EndsItsObjectsWhenTheHeapIsDropped) {
  Diary diary;
  {
    Heap heap({.max_disregarded = 2, .permanent_bytes = 4096});
    heap.New<Node>('a', &diary);
    heap.CloseDisregardWindow();
    heap.Collect();
  }
  EXPECT_THAT(diary, ElementsAre("began a", "finished a", "destroyed a"));
}

// S1.20, S20.3
TEST_F(Disregard, ThatRefersToWhatMayBeFreedIsListedWithItsProperty) {
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
  heap.CloseDisregardWindow();
  Node* const rooted = heap.New<Node>('r');
  Node* const managed = heap.New<Node>('m');
  heap.AddRoot(rooted);
  a->left = b;
  a->right = rooted;
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
  EXPECT_TRUE(DisregardOffences(heap).empty());
  b->right = managed;
  const std::vector<DisregardOffence> offences = DisregardOffences(heap);
  ASSERT_EQ(offences.size(), 1u);
  EXPECT_EQ(offences[0].object, b);
  EXPECT_EQ(offences[0].property->name, std::string("right"));
  EXPECT_EQ(offences[0].target, managed);
  const std::optional<Failure> breach = verifier.Verify(heap);
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->index, b->header().index);
  heap.SetKeepFlags(managed, flag::kNative);
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
}

// S1.20: the check finds what a disregarded object refers to: an object that is no longer rooted,
// and one that has been freed since.
TEST_F(Disregard, ThatRefersToWhatIsNoLongerRootedIsFoundBeforeAndAfterItIsFreed) {
  Node* const a = heap.New<Node>('a');
  heap.CloseDisregardWindow();
  Node* const rooted = heap.New<Node>('r');
  heap.AddRoot(rooted);
  a->left = rooted;
  heap.RemoveRoot(rooted);
  EXPECT_EQ(DisregardOffences(heap).size(), 1u);
  if (kUseChecked) return;  // there the flip ends the program (CheckedAssumptionsDeathTest)
  heap.Collect();
  EXPECT_EQ(DisregardOffences(heap).size(), 1u);
  EXPECT_TRUE(verifier.Verify(heap));
}

}  // namespace
}  // namespace gc
