// core/cluster/epoch_test.cc -- neither the flip nor the end of a gather looks at every cluster,
// and a cluster that ends looks at each of its pages once.
//
// Times are no test. But a record that was damaged so that a look at it cannot go unnoticed is one:
// what looks at all records meets it.
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/testing/clusters.h"
#include "core/testing/damage.h"

namespace gc {
namespace {

struct ClusterEpoch : ClusterTest {
  Cluster& RecordOf(const Object* root) {
    const ClusterRecords& records = heap.collector().clusters.records();
    return Damaged(records[records.ClusterOf(root->header().index)]);
  }
  std::uint32_t Cycle() const { return heap.collector().clusters.cycle(); }
  // Of no object, and far beyond the table: to look there is to crash.
  static constexpr Index kNowhere = 0xfffffff0;
};

// S10.17: what the records say of the last cycle counts for nothing, and no record is looked at.
TEST_F(ClusterEpoch, AFlipLooksAtNoRecord) {
  Hub* const hub = Clustered(5);
  heap.AddRoot(hub);
  heap.Collect();
  Cluster& record = RecordOf(hub);
  EXPECT_TRUE(record.IsActivated(Cycle()));
  heap.RemoveRoot(hub);
  const Index root = std::exchange(record.root, kNowhere);
  const Index through = std::exchange(record.reached_through, kNowhere);
  heap.Start();
  EXPECT_FALSE(record.IsActivated(Cycle()));
  EXPECT_EQ(record.ReachedThrough(Cycle()), kNoIndex);
  record.root = root;
  record.reached_through = through;
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S10.17: the records of the dead were noted when the gather came to their roots, by one thread or
// by several.
TEST_F(ClusterEpoch, TheEndOfAGatherLooksAtTheRecordsOfTheDeadOnly) {
  Hub* const alive = Clustered(5);
  heap.AddRoot(alive);
  Hub* const dead[] = {Clustered(5), Clustered(6), Clustered(7)};
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  Cluster& record = RecordOf(alive);
  const Index root = std::exchange(record.root, kNowhere);
  while (heap.phase() == Phase::kGathering) heap.Tick(1);
  EXPECT_EQ(record.root, kNowhere);
  record.root = root;
  EXPECT_EQ(heap.collector().clusters.records().counts().died, std::size(dead));
  EXPECT_EQ(heap.collector().population.colours.ClusterCount(), 1u);
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 6u);
  EXPECT_EQ(Wrong(), "");
}

struct SharedClusterEpoch : ClusterTest {
  SharedClusterEpoch() : ClusterTest({.workers = 3}) {}
};

// S10.17: whichever worker found them.
TEST_F(SharedClusterEpoch, TheDeadAreBuriedWhicheverWorkerFoundThem) {
  for (int i = 0; i < 200; ++i) {
    Hub* const hub = Clustered(5);
    if (i % 2 == 0) heap.AddRoot(hub);
  }
  heap.Collect();
  EXPECT_EQ(heap.collector().clusters.records().counts().died, 100u);
  EXPECT_EQ(heap.collector().population.colours.ClusterCount(), 100u);
  EXPECT_EQ(heap.ObjectCount(), 600u);
  EXPECT_EQ(Wrong(), "");
}

// S10.17: a cluster is activated once in each cycle, however many cycles there were.
TEST_F(ClusterEpoch, EachCycleActivatesAnew) {
  Hub* const hub = Clustered(5);
  heap.AddRoot(hub);
  for (int cycle = 0; cycle < 4; ++cycle) {
    Loner* const loner = heap.New<Loner>();
    hub->to[1] = loner;  // dissolves
    hub->to[1] = nullptr;
    ASSERT_EQ(heap.MakeCluster(hub), 6u);
    heap.Start();
    EXPECT_TRUE(RecordOf(hub).IsActivated(Cycle())) << cycle;
    FinishCycle();
    EXPECT_EQ(heap.ObjectCount(), 6u) << cycle;
  }
}

// S10.18: of each page that a dissolved cluster has, the ranges go in one pass, and with them those
// parts of them that lie in other pages.
TEST(MemberMapTest, ForgetsAllThatGoesAndNothingElse) {
  alignas(4096) static std::byte memory[16 * 4096];
  MemberMap map;
  Index count = 0;
  std::vector<const std::byte*> starts;
  for (std::size_t at = 0; at + 3000 <= sizeof memory; at += 40 + at % 3000) {
    starts.push_back(memory + at);
    const std::size_t bytes = at % 3 == 0 ? 40 + at % 3000 : 24;
    map.Add(memory + at, bytes, ++count);
  }
  ASSERT_GT(count, 30u);
  const auto goes = [](Index index) { return index % 3 != 0; };
  std::uintptr_t page = 0;
  for (Index index = 1; index <= count; ++index) {
    if (goes(index)) map.RemoveAll(starts[index - 1] + 8, page, goes);
  }
  for (Index index = 1; index <= count; ++index) {
    EXPECT_EQ(map.Find(starts[index - 1]), goes(index) ? kNoIndex : index);
  }
  for (const std::byte& byte : memory) {
    const Index found = map.Find(&byte);
    EXPECT_FALSE(found != kNoIndex && goes(found)) << "a part of it was left in another page";
  }
}

// S10.18: the others of its pages are still found, and what went is made into a cluster again.
TEST_F(ClusterEpoch, AClusterThatGoesTakesNothingElseFromItsPages) {
  Hub* const first = Clustered(50);
  Hub* const second = Clustered(50);
  Hub* const third = Clustered(50);
  for (Hub* const hub : {first, second, third}) heap.AddRoot(hub);
  EXPECT_TRUE(heap.DissolveClusterOf(second));
  EXPECT_EQ(Wrong(), "");
  EXPECT_EQ(heap.MakeCluster(second), 51u);
  EXPECT_TRUE(heap.DissolveClusterOf(first));
  heap.RemoveRoot(third);
  heap.Collect();
  EXPECT_EQ(Wrong(), "");
  EXPECT_EQ(heap.ObjectCount(), 102u);
  EXPECT_EQ(heap.collector().population.colours.ClusterCount(), 1u);
}

}  // namespace
}  // namespace gc
