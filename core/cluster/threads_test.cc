// core/cluster/threads_test.cc -- several threads store members, store into them, mark them
// garbage and dissolve their clusters at once.
//
// Under ThreadSanitizer (the preset tsan) these tests find races as well, which no assertion shows.
//
// Label: threads.

#include <gtest/gtest.h>

#include <vector>

#include "core/testing/clusters.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

constexpr int kMutators = 4;

// What a thread does with its own member of the cluster. Each thread does several deeds, in an
// order of its own.
enum class Deed : std::uint8_t { kHold, kStoreInto, kMark, kDissolve };

class ClusterThreads : public testing::Test {
 protected:
  ClusterThreads() {
    const Slice slice(lock);
    for (int i = 0; i < kMutators; ++i) {
      holders.push_back(heap.New<Loner>());
      heap.AddRoot(holders.back());
    }
  }
  // Makes a cluster of a hub and one part for each thread. Only the first holder refers to it.
  void Make() {
    parts.clear();
    Hub* const hub = heap.New<Hub>();
    for (int i = 0; i < kMutators; ++i) {
      Piece* const part = heap.New<Piece>();
      hub->to[i] = part;
      parts.push_back(part);
    }
    for (int i = 0; i < kMutators; ++i) {
      parts[static_cast<std::size_t>(i)]->to[0] = parts[static_cast<std::size_t>(i + 1) % 4];
      holders[static_cast<std::size_t>(i)]->to = nullptr;
    }
    holders[0]->to = hub;
    ASSERT_EQ(heap.MakeCluster(hub), 1u + kMutators);
  }
  void Do(Deed deed, std::size_t thread) {
    Piece* const own = parts[thread];
    switch (deed) {
      case Deed::kHold:
        if (thread != 0) holders[thread]->to = parts[(thread + 1) % kMutators];
        return;
      case Deed::kStoreInto: {
        Piece* const born = heap.New<Piece>();
        own->to[1] = born;
        return heap.HandOver(born);
      }
      case Deed::kMark:
        return heap.MarkGarbage(own);
      case Deed::kDissolve:
        heap.DissolveClusterOf(own);
        return;
    }
  }
  void ExpectSound() {
    const std::optional<Failure> failure = Verifier().Verify(heap);
    EXPECT_FALSE(failure) << failure->sentence;
  }

  Lock lock;
  Heap heap{HeapOptions{.lock = &lock, .clusters = {.min_objects = 1}}};
  std::vector<Loner*> holders;
  std::vector<Piece*> parts;
};

// S5.5, S10.10, S10.11, S10.12: the deeds overlap in every phase of a cycle.
TEST_F(ClusterThreads, WhatSeveralThreadsDoToOneClusterIsDoneOnce) {
  constexpr Deed kDeeds[] = {Deed::kHold, Deed::kStoreInto, Deed::kMark, Deed::kDissolve};
  for (int round = 0; round < 120; ++round) {
    {
      const Slice slice(lock);
      Make();
      if (round % 3 != 0) heap.Start();
      heap.Tick(static_cast<Work>(round % 11));
      ExpectSound();
    }
    InSections(lock, kMutators, [&](int thread) {
      for (int i = 0; i < 3; ++i) {
        Do(kDeeds[(round / 3 + thread * (i + 1)) % 4], static_cast<std::size_t>(thread));
      }
    });
    const Slice slice(lock);
    ExpectSound();
    while (heap.phase() != Phase::kIdle) {
      heap.Tick(1);
      ExpectSound();
    }
    heap.Collect();
    ExpectSound();
    for (std::size_t i = 1; i < kMutators; ++i) {
      if (holders[i]->to == nullptr) continue;
      EXPECT_TRUE(IsValid(holders[i]->to.Get())) << "round " << round;
    }
  }
  const Slice slice(lock);
  for (Loner* const holder : holders) holder->to = nullptr;
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), std::uint32_t{kMutators});
  EXPECT_FALSE(heap.collector().population.colours.HasClusters());
}

}  // namespace
}  // namespace gc
