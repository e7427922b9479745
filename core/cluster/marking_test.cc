// core/cluster/marking_test.cc -- while marking, reaching one member of a cluster reaches all.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/inspect/search/reference_search.h"
#include "core/inspect/search/walk.h"
#include "core/testing/clusters.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

struct ClusterCycle : ClusterTest {};

// S10.8, A6
TEST_F(ClusterCycle, AClusterThatNothingRefersToDiesWithAllItsMembers) {
  Hub* const hub = Clustered(6);
  const WeakPtr<Piece> last(Nth(hub, 6));
  heap.Start();
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 0u);
  EXPECT_TRUE(last.IsStale());
  EXPECT_FALSE(heap.collector().population.colours.HasClusters());
}

// S10.8: whatever keeps a member keeps the root, and all that the cluster refers to.
TEST_F(ClusterCycle, AClusterWithOneMemberThatIsKeptLivesWithItsRootAndAllItRefersTo) {
  std::optional<StrongPtr<Piece>> strong;
  const std::vector<std::function<void(Piece*)>> ways = {
      [this](Piece* part) { heap.AddRoot(part); },
      [this](Piece* part) { heap.SetKeepFlags(part, flag::kNative); },
      [&strong](Piece* part) { strong.emplace(part); },
      [this](Piece* part) { heap.SetFlags(part, object_flag::kStandalone); }};
  for (const auto& keep : ways) {
    Hub* const hub = Chained(5);
    Nth(hub, 2)->to[2] = heap.New<Loner>();
    static_cast<Loner*>(Nth(hub, 2)->to[2].Get())->to = heap.New<Piece>();
    ASSERT_EQ(heap.MakeCluster(hub), 6u);
    keep(Nth(hub, 4));
    heap.Start(object_flag::kStandalone);
    EXPECT_TRUE(Has(Nth(hub, 4), flag::kReachableInCluster));
    EXPECT_EQ(ColourNow(hub), Colour::kBlack) << "activated by the flip";
    FinishCycle();
    EXPECT_EQ(heap.ObjectCount(), 8u);
    heap.Collect(object_flag::kStandalone);
    EXPECT_EQ(heap.ObjectCount(), 8u) << "activated anew in each cycle";
    heap.DissolveClusterOf(hub);
    heap.RemoveRoot(Nth(hub, 4));
    heap.ClearKeepFlags(Nth(hub, 4), flag::kNative);
    strong.reset();
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), 0u);
  }
}

// S8.4: a cluster with several members that are roots is activated once.
TEST_F(ClusterCycle, TheFlipActivatesOnceHoweverManyOfItsMembersAreRoots) {
  Hub* const hub = Chained(4);
  Loner* const loner = heap.New<Loner>();
  Nth(hub, 1)->to[1] = loner;
  Nth(hub, 4)->to[1] = loner;
  ASSERT_EQ(heap.MakeCluster(hub), 5u);
  for (Object* const root : {static_cast<Object*>(hub), static_cast<Object*>(Nth(hub, 1)),
                             static_cast<Object*>(Nth(hub, 4))}) {
    heap.AddRoot(root);
  }
  heap.Start();
  EXPECT_THAT(heap.collector().wavefront.work(), ElementsAre(loner));
  EXPECT_EQ(Wrong(), "");
  const auto reached = [this](const Object* object) {
    return Has(object, flag::kReachableInCluster);
  };
  EXPECT_EQ(reached(hub) + reached(Nth(hub, 1)) + reached(Nth(hub, 4)), 1)
      << "what the last cycle knew is forgotten before the roots are taken";
  FinishCycle();
}

// S2.13: the member through which marking reached its cluster has a flag until the next flip.
TEST_F(ClusterCycle, TheMemberThatReachedAClusterIsForgottenWhenTheNextCycleBegins) {
  Hub* const hub = Clustered(4);
  Piece* const root = heap.New<Piece>();
  heap.AddRoot(root);
  root->to[0] = Nth(hub, 3);
  root->to[1] = Nth(hub, 2);
  heap.Start();
  FinishCycle();
  EXPECT_TRUE(Has(Nth(hub, 3), flag::kReachableInCluster));
  EXPECT_FALSE(Has(Nth(hub, 2), flag::kReachableInCluster)) << "it was reached already";
  const Clusters& clusters = heap.collector().clusters;
  const Cluster& record = clusters[clusters.records().ClusterOf(hub->header().index)];
  EXPECT_EQ(record.ReachedThrough(clusters.cycle()), Nth(hub, 3)->header().index);
  std::swap(root->to[0], root->to[1]);
  heap.Start();
  EXPECT_EQ(record.ReachedThrough(clusters.cycle()), kNoIndex);
  EXPECT_FALSE(record.IsActivated(clusters.cycle()));
  EXPECT_TRUE(record.HasForgotten(Nth(hub, 3)->header().index, clusters.cycle()));
  FinishCycle();
  EXPECT_EQ(record.ReachedThrough(clusters.cycle()), Nth(hub, 2)->header().index);
  EXPECT_FALSE(Has(Nth(hub, 3), flag::kReachableInCluster)) << "there is one flag in a cluster";
}

// S10.1, S9.14, S9.15
TEST_F(ClusterCycle, WhatIsScannedDoesNotDependOnTheSizeOfTheCluster) {
  for (const int parts : {4, 40, 400}) {
    Hub* const hub = Clustered(parts);
    Loner* const holder = heap.New<Loner>();
    heap.AddRoot(holder);
    holder->to = Nth(hub, parts / 2);
    heap.Start();
    EXPECT_THAT(ScannedWhile(Phase::kMarking), ElementsAre("Loner")) << parts;
    FinishCycle();
    EXPECT_EQ(heap.ObjectCount(), static_cast<std::uint32_t>(parts) + 2);
    heap.RemoveRoot(holder);
    heap.Collect();
  }
}

// S10.9: one unit activates a chain of clusters; their mutable objects are scanned later.
TEST_F(ClusterCycle, ActivatingAClusterReachesTheClustersThatItRefersToAndTheirs) {
  Hub* const c = Chained(4);
  Loner* const loner = heap.New<Loner>();
  Nth(c, 2)->to[1] = loner;
  ASSERT_EQ(heap.MakeCluster(c), 5u);
  Hub* const b = Chained(4);
  Nth(b, 3)->to[1] = Nth(c, 4);
  ASSERT_EQ(heap.MakeCluster(b), 5u);
  Hub* const a = Chained(4);
  Nth(a, 1)->to[1] = b;
  ASSERT_EQ(heap.MakeCluster(a), 5u);
  heap.AddRoot(a);
  heap.Start();
  for (Hub* const hub : {a, b, c}) EXPECT_EQ(ColourNow(Nth(hub, 2)), Colour::kBlack);
  EXPECT_THAT(ScannedWhile(Phase::kMarking), ElementsAre("Loner"));
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 16u);
}

// S10.9: only direct references are listed, so a list stays true when another cluster changes.
TEST_F(ClusterCycle, AChainOfClustersHoldsAlsoIfItsMiddleGainedItsEndLater) {
  Hub* const b = Clustered(4);
  Hub* const a = Chained(4);
  Nth(a, 1)->to[1] = Nth(b, 1);
  ASSERT_EQ(heap.MakeCluster(a), 5u);
  Hub* const c = Clustered(4);
  Piece* const bridge = heap.New<Piece>();
  bridge->to[0] = Nth(c, 3);
  ASSERT_TRUE(heap.AddToCluster(b, bridge));
  heap.AddRoot(a);
  heap.Start();
  EXPECT_EQ(ColourNow(Nth(c, 1)), Colour::kBlack);
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 16u);
}

// S10.9: two clusters refer to each other. Activating them ends, and they are freed together.
TEST_F(ClusterCycle, ClustersInARingAreReachedOnceAndDieTogether) {
  Hub* const a = Chained(4);
  Hub* const b = Clustered(4);
  Nth(a, 1)->to[1] = b;
  ASSERT_EQ(heap.MakeCluster(a), 5u);
  Piece* const back = heap.New<Piece>();
  back->to[0] = a;
  ASSERT_TRUE(heap.AddToCluster(b, back));
  heap.AddRoot(Nth(b, 2));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 11u);
  EXPECT_EQ(Wrong(), "");
  heap.RemoveRoot(Nth(b, 2));
  heap.Start();
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S5.5: what a member's container holds is looked at in each marking, and never listed.
TEST_F(ClusterCycle, WhatAContainerOfAMemberHoldsIsReachedAsItIsNow) {
  Bag* const bag = heap.New<Bag>();
  for (int i = 0; i < 4; ++i) bag->items.push_back(heap.New<Piece>());
  ASSERT_EQ(heap.MakeCluster(bag), 5u) << "the walk goes through containers";
  heap.AddRoot(bag);
  Loner* const one = heap.New<Loner>();
  Loner* const other = heap.New<Loner>();
  other->to = heap.New<Piece>();
  bag->items.push_back(one);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 6u) << "the bag, its four pieces and `one` are left";
  EXPECT_TRUE(IsMember(bag->items.front().Get())) << "a container does not dissolve it";
  bag->items.pop_back();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 5u);
  heap.Start();
  heap.Tick(1);
  bag->items.push_back(heap.New<Loner>());
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 6u);
}

// S10.13
TEST_F(ClusterCycle, OneReferenceFromOutsideRetainsAllAndTheSearchSaysWhich) {
  Hub* const hub = Clustered(4);
  Piece* const outside = heap.New<Piece>();
  heap.AddRoot(outside);
  outside->to[1] = Nth(hub, 4);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 6u);
  const HeapGraph graph(heap);
  const auto number = [](const Object* object) { return std::to_string(object->header().index); };
  EXPECT_EQ(TextOf(graph, ShortestChain(graph, hub->header().index)),
            "Hub " + number(hub) + "\n  <- Piece " + number(Nth(hub, 4)) +
                " cluster root\n  <- Piece " + number(outside) + " .to[1]\n  <- root set\n");
  EXPECT_FALSE(ShortestChain(heap, Nth(hub, 2)->header().index).empty());
}

// S10.13: each list of the cluster is numbered by itself.
TEST_F(ClusterCycle, TheEdgesThatASearchFollowsAreNumbered) {
  Hub* const hub = Clustered(4);
  std::vector<std::string> seen;
  ForEachClusterEdgeOf(heap.collector(), hub->header().index, [&](const Edge& edge, const Object*) {
    seen.push_back(std::string(edge.name) + ' ' + std::to_string(edge.element));
  });
  EXPECT_EQ(seen, (std::vector<std::string>{"member 0", "member 1", "member 2", "member 3"}));
}

struct ClusterBarrier : ClusterTest {
  ClusterBarrier() {
    heap.AddRoot(black);
    heap.AddRoot(other);
    heap.AddRoot(hub_holder);
  }
  // Marks until `black` is black; nothing that refers to the cluster was scanned by then.
  void ToMidTrace() {
    heap.Start();
    while (ColourNow(black) != Colour::kBlack) heap.Tick(1);
    ASSERT_EQ(ColourNow(hub), Colour::kWhite);
    ASSERT_EQ(heap.phase(), Phase::kMarking);
  }
  Loner* const hub_holder = heap.New<Loner>();  // the first root, and so the last to be scanned
  Loner* const other = heap.New<Loner>();
  Piece* const black = heap.New<Piece>();
  Hub* const hub = Clustered(5);
};

// S10.12, S5.7: the barrier shades by the root, though the member itself has no white bit.
TEST_F(ClusterBarrier, AStoreOfAMemberMidTraceKeepsTheWholeCluster) {
  hub_holder->to = Nth(hub, 2);
  ToMidTrace();
  black->to[0] = Nth(hub, 4);
  hub_holder->to = nullptr;
  EXPECT_TRUE(Has(Nth(hub, 4), flag::kReachableInCluster));
  EXPECT_EQ(ColourNow(hub), Colour::kGrey);
  EXPECT_EQ(ColourNow(Nth(hub, 1)), Colour::kGrey) << "a member has its root's colour";
  black->to[1] = Nth(hub, 5);
  black->to[2] = hub;
  EXPECT_THAT(heap.collector().wavefront.barrier(), ElementsAre(hub)) << "once";
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 9u);
}

// S9.5, S9.6: when its turn comes, a cluster root that the barrier shaded is not scanned: its
// cluster is activated.
TEST_F(ClusterBarrier, ARootThatIsShadedActivatesItsClusterWhenItsTurnComes) {
  Hub* const far = Clustered(4);
  Hub* const near = Chained(4);
  Nth(near, 2)->to[1] = Nth(far, 1);
  Loner* const loner = heap.New<Loner>();
  Nth(near, 3)->to[1] = loner;
  ASSERT_EQ(heap.MakeCluster(near), 5u);
  ToMidTrace();
  black->to[0] = near;
  EXPECT_EQ(ColourNow(near), Colour::kGrey);
  EXPECT_EQ(ColourNow(far), Colour::kWhite);
  EXPECT_THAT(ScannedWhile(Phase::kMarking), testing::Contains("Hub").Times(1));
  EXPECT_EQ(ColourNow(far), Colour::kBlack);
  EXPECT_EQ(ColourNow(loner), Colour::kBlack);
  FinishCycle();
}

// S6.1, S5.14, S6.5, S5.15: rooting, counting or reading a member shades its cluster.
TEST_F(ClusterBarrier, RootingCountingAndReadingAMemberShadeItsRoot) {
  const WeakPtr<Piece> weak(Nth(hub, 3));
  std::optional<StrongPtr<Piece>> strong;
  const std::vector<std::function<void()>> ways = {
      [&] { heap.AddRoot(Nth(hub, 2)); }, [&] { strong.emplace(Nth(hub, 2)); },
      [&] { heap.SetKeepFlags(Nth(hub, 2), flag::kAsync); }, [&] { black->to[0] = weak.Get(); }};
  heap.AddRoot(hub_holder);
  for (const auto& way : ways) {
    hub_holder->to = hub;
    ToMidTrace();
    way();
    EXPECT_EQ(ColourNow(hub), Colour::kGrey);
    hub_holder->to = nullptr;
    FinishCycle();
    EXPECT_EQ(heap.ObjectCount(), 9u);
    hub_holder->to = hub;
    heap.RemoveRoot(Nth(hub, 2));
    heap.ClearKeepFlags(Nth(hub, 2), flag::kAsync);
    strong.reset();
  }
}

}  // namespace
}  // namespace gc
