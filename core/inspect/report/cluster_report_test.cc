// core/inspect/report/cluster_report_test.cc -- the report on clusters agrees with the clusters.

#include "core/inspect/report/cluster_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/testing/clusters.h"

namespace gc {
namespace {

struct ClusterReport : ClusterTest {};

// Decision C11: the report says how many bytes each cluster retains; B1: how many scans it saves.
TEST_F(ClusterReport, SaysWhatEachClusterHoldsAndWhatItSaves) {
  Hub* const first = Clustered(4);
  Hub* const second = Chained(7);
  Loner* const loner = heap.New<Loner>();
  Nth(second, 3)->to[1] = loner;
  Nth(second, 3)->to[2] = first;
  Nth(second, 4)->to[1] = Nth(second, 1);
  Bag* const bag = heap.New<Bag>();
  Nth(second, 7)->to[1] = bag;
  ASSERT_EQ(heap.MakeCluster(second), 9u);
  heap.AddRoot(Nth(second, 5));
  heap.Collect();
  const std::vector<ClusterFigures> all = ClustersOf(heap);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].root, first->header().index);
  EXPECT_EQ(all[0].objects, 5u);
  EXPECT_EQ(all[0].bytes, sizeof(Hub) + 4 * sizeof(Piece));
  EXPECT_EQ(all[0].scans_saved, 4u);
  EXPECT_EQ(all[0].references_saved, 4u);
  EXPECT_EQ(all[1].objects, 9u);
  EXPECT_EQ(all[1].bytes, sizeof(Hub) + 7 * sizeof(Piece) + sizeof(Bag));
  EXPECT_EQ(all[1].clusters, 1u);
  EXPECT_EQ(all[1].mutables, 1u);
  EXPECT_EQ(all[1].open, 1u);
  EXPECT_EQ(all[1].scans_saved, 7u) << "the bag is scanned all the same";
  EXPECT_EQ(all[1].references_saved, 7u + 4u - 2u);
  const std::string name = "Hub " + std::to_string(second->header().index);
  EXPECT_EQ(TextOf(heap, all[1]),
            name + ": 9 objects, " + std::to_string(all[1].bytes) +
                " bytes; refers to 1 cluster and 1 object; saves 7 scans and 9 references; reached "
                "through Piece " +
                std::to_string(Nth(second, 5)->header().index));
}

TEST_F(ClusterReport, CountsWhatBecameOfThoseThatAreGone) {
  Clustered(4);
  heap.Collect();
  Hub* const stored = Clustered(4);
  stored->to[1] = heap.New<Piece>();
  heap.DissolveClusterOf(Clustered(4));
  const ClusterCounts counts = ClusterCountsOf(heap);
  EXPECT_EQ(counts.made, 3u);
  EXPECT_EQ(counts.died, 1u);
  EXPECT_EQ(counts.stored_into, 1u);
  EXPECT_EQ(counts.dissolved, 2u) << "the first dissolved cluster is counted too";
  EXPECT_THAT(ClustersOf(heap), testing::IsEmpty());
}

TEST_F(ClusterReport, IsInTheOrderOfTheRoots) {
  Hub* const first = Chained(4);
  Hub* const second = Clustered(4);
  ASSERT_EQ(heap.MakeCluster(first), 5u);
  std::vector<Index> roots;
  for (const ClusterFigures& figures : ClustersOf(heap)) roots.push_back(figures.root);
  EXPECT_THAT(roots, testing::ElementsAre(first->header().index, second->header().index));
}

}  // namespace
}  // namespace gc
