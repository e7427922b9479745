// core/cluster/gather_test.cc -- clusters whose roots were not reached are doomed as one,
// by any number of workers; and several threads use clusters at once.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <random>
#include <vector>

#include "core/testing/clusters.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

using testing::ElementsAre;

struct ClusterGather : ClusterTest {};

// S11.4, S5.15, S9.21, S11.7: root and members become hidden at the same instant, when marking
// ends.
TEST_F(ClusterGather, RootAndMembersAreHiddenAtTheInstantAtWhichTheTraceEnds) {
  Piece* const before = heap.New<Piece>();  // its index is below the root's
  Hub* const hub = Chained(4);
  Nth(hub, 4)->to[1] = before;
  ASSERT_EQ(heap.MakeCluster(hub), 6u);
  std::vector<WeakPtr<Object>> all = {WeakPtr<Object>(hub), WeakPtr<Object>(before)};
  for (int i = 1; i <= 4; ++i) all.push_back(WeakPtr<Object>(Nth(hub, i)));
  heap.New<Piece>();
  heap.Start();
  TickWhile(Phase::kMarking);
  while (heap.phase() == Phase::kGathering) {
    for (const WeakPtr<Object>& one : all) {
      EXPECT_EQ(one.Get(), nullptr);
      EXPECT_TRUE(one.IsStale());
    }
    EXPECT_EQ(ColourNow(hub) == Colour::kBlack, ColourNow(before) == Colour::kBlack);
    heap.Tick(1);
  }
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S11.4: each member is listed once, at its own index and in the order of indices, whether its
// root's index is lower or higher.
TEST_F(ClusterGather, EachMemberIsListedOnceAtItsOwnIndex) {
  Piece* const before = heap.New<Piece>();
  Hub* const hub = Chained(4);
  Nth(hub, 4)->to[1] = before;
  ASSERT_EQ(heap.MakeCluster(hub), 6u);
  heap.Start();
  TickWhile(Phase::kMarking);
  std::vector<Index> doomed;
  heap.SetEventSink({.publish =
                         [](void* to, const Event& event) {
                           if (event.kind != EventKind::kGather || event.flag == 0) return;
                           static_cast<std::vector<Index>*>(to)->push_back(event.detail);
                         },
                     .context = &doomed});
  TickWhile(Phase::kGathering);
  EXPECT_THAT(doomed, ElementsAre(1, 2, 3, 4, 5, 6));
  heap.SetEventSink({});
  EXPECT_EQ(LinkOf(before), 0) << "its link is cleared before it is freed";
  EXPECT_FALSE(Has(hub, flag::kClusterRoot));
  FinishCycle();
}

// S11.4: eight marks are read at a time, and a member has none.
TEST_F(ClusterGather, MembersAreFoundAmongManyMembersAndAmongThoseThatLive) {
  for (const int members : {7, 40}) {
    Hub* const hub = Chained(members);
    std::vector<Piece*> kept;
    for (int i = 0; i < 20; ++i) heap.AddRoot(kept.emplace_back(heap.New<Piece>()));
    ASSERT_EQ(heap.MakeCluster(hub), static_cast<std::uint32_t>(members + 1));
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), 20u) << members;
    for (Piece* const one : kept) heap.RemoveRoot(one);
    heap.Collect();
  }
}

// S11.4: what is doomed is not touched by the gather, also where it ends a cluster.
TEST_F(ClusterGather, WritesNothingIntoTheObjectsThatItDooms) {
  Hub* const hub = Clustered(4);
  const auto bytes = [](const auto* object) {
    std::vector<std::byte> all(sizeof *object);
    std::memcpy(all.data(), static_cast<const void*>(object), all.size());
    return all;
  };
  heap.Start();
  TickWhile(Phase::kMarking);
  const std::vector<std::byte> root = bytes(hub);
  const std::vector<std::byte> member = bytes(Nth(hub, 1));
  TickWhile(Phase::kGathering);
  ASSERT_EQ(heap.collector().population.colours.ClusterCount(), 0u) << "the cluster has ended";
  EXPECT_EQ(bytes(hub), root);
  EXPECT_EQ(bytes(Nth(hub, 1)), member);
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

class ClusterGatherTogether : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, ClusterGatherTogether, testing::Values(1u, 2u, 4u));

// S11.4: several workers in slices doom the same objects as one thread.
TEST_P(ClusterGatherTogether, DoomsTheSameWithAnyNumberOfWorkersHoweverItIsSliced) {
  for (const Nanoseconds looks : {1u, 3u, 1000u}) {
    Heap heap({.workers = GetParam()});
    CountingClock clock;
    std::minstd_rand random(4);
    Loner* const root = heap.New<Loner>();
    heap.AddRoot(root);
    Object* last = nullptr;
    std::uint32_t kept = 1;
    for (int i = 0; i < 80; ++i) {
      Hub* const hub = heap.New<Hub>();
      hub->to[0] = heap.New<Piece>();
      for (int part = 0; part < 9; ++part) {
        Piece* const one = heap.New<Piece>();
        one->to[0] = hub->to[0];
        hub->to[0] = one;
      }
      ASSERT_EQ(heap.MakeCluster(hub), 11u);
      if (random() % 3 != 0) continue;
      Loner* const holder = heap.New<Loner>();
      holder->to = random() % 2 == 0 ? hub->to[0].Get() : hub;
      heap.AddRoot(holder);
      last = hub;
      kept += 12;
    }
    ASSERT_NE(last, nullptr);
    heap.Start();
    while (heap.phase() != Phase::kIdle) {
      heap.TickUntil(clock.After(looks));
      ASSERT_FALSE(Verifier().Verify(heap));
    }
    while (heap.PurgePending()) heap.Tick(kUnlimited);
    EXPECT_EQ(heap.ObjectCount(), kept);
    EXPECT_EQ(heap.collector().population.colours.ClusterCount(), (kept - 1) / 12);
  }
}

// S7.9: several mutators shade members, read them and store into them at once.
TEST(SharedClusters, ShadingAndDissolvingOnSeveralThreadsLosesNoObject) {
  Lock lock;
  Heap heap({.lock = &lock});
  struct One {
    Hub* hub;
    Piece* member;
    Piece* holder;
  };
  std::vector<One> all;
  for (int i = 0; i < 80; ++i) {
    One one{heap.New<Hub>(), heap.New<Piece>(), heap.New<Piece>()};
    one.hub->to[0] = one.member;
    for (int part = 0; part < 3; ++part) one.member->to[part] = heap.New<Piece>();
    heap.AddRoot(one.holder);
    const Slice slice(lock);
    ASSERT_EQ(heap.MakeCluster(one.hub), 5u);
    all.push_back(one);
  }
  {
    const Slice slice(lock);
    heap.Start();
    heap.Tick(40);
  }
  InSections(lock, 4, [&](int thread) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const One& one = all[(i + static_cast<std::size_t>(thread) * 20) % all.size()];
      one.holder->to[thread] = one.member->to[thread % 3].Get();
      if (i % 4 == 0 && thread == 1) one.hub->to[1] = one.holder;  // dissolves it
    }
  });
  const Slice slice(lock);
  while (heap.phase() != Phase::kIdle) {
    heap.Tick(1);
    ASSERT_FALSE(Verifier().Verify(heap));
  }
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 60u * 6 + 20u * 4)
      << "of each dissolved cluster, hub and one member are gone";
}

}  // namespace
}  // namespace gc
