// core/cluster/clusters_test.cc -- a cluster is made by a walk over references or by hand,
// and can grow.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/testing/clusters.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

// S10.3
TEST(ClusterLink, LeadsNowhereOrToARootOrToARecord) {
  for (const Index root : {1u, 2u, 65'536u, 2'000'000'000u}) {
    EXPECT_TRUE(IsMemberLink(LinkToRoot(root)));
    EXPECT_FALSE(IsRootLink(LinkToRoot(root)));
    EXPECT_EQ(RootOf(LinkToRoot(root)), root);
  }
  for (const ClusterId id : {0u, 1u, 65'536u, 2'000'000'000u}) {
    EXPECT_TRUE(IsRootLink(LinkToRecord(id)));
    EXPECT_FALSE(IsMemberLink(LinkToRecord(id)));
    EXPECT_EQ(RecordOf(LinkToRecord(id)), id);
  }
  EXPECT_FALSE(IsMemberLink(0));
  EXPECT_FALSE(IsRootLink(0));
}

struct ClusterMaking : ClusterTest {};

// S10.4
TEST_F(ClusterMaking, TheWalkTakesInWhatAllowsItAndListsWhatDoesNot) {
  Hub* const hub = Chained(5);
  Loner* const loner = heap.New<Loner>();
  Nth(hub, 3)->to[1] = loner;
  Piece* const behind = heap.New<Piece>();  // only the loner refers to it, and the walk stops there
  loner->to = behind;
  EXPECT_EQ(heap.MakeCluster(hub), 6u);
  EXPECT_EQ(heap.ClusterRootOf(hub), hub);
  for (int i = 1; i <= 5; ++i) EXPECT_EQ(heap.ClusterRootOf(Nth(hub, i)), hub);
  EXPECT_EQ(heap.ClusterRootOf(loner), nullptr);
  EXPECT_EQ(heap.ClusterRootOf(behind), nullptr);
  Heap other;
  Piece* foreign = nullptr;
  do {
    foreign = other.New<Piece>();
  } while (foreign->header().index < Nth(hub, 1)->header().index);
  EXPECT_EQ(heap.ClusterRootOf(foreign), nullptr) << "its index is another object's here";
  EXPECT_EQ(RecordOfRoot(hub).mutables, IndicesOf({loner}));
  EXPECT_EQ(Wrong(), "");
}

// S10.4: as class and outer are slots like any other, the walk takes them as well.
TEST(NamedClusters, ListClassesAndPackagesAndTakeInAnOuter) {
  Heap heap;
  Factory factory(heap);
  Package* const package = factory.New<Package>({.name = "World"});
  NamedObject* const outer = factory.New<NamedObject>({.outer = package, .name = "Room"});
  NamedObject* const inner = factory.New<NamedObject>({.outer = outer, .name = "Door"});
  ASSERT_TRUE(heap.AllocateCluster(inner));
  ASSERT_TRUE(heap.AddToCluster(inner, outer));
  EXPECT_FALSE(heap.AddToCluster(inner, package));
  EXPECT_FALSE(heap.AddToCluster(inner, inner->type()));
  const Collector& collector = heap.collector();
  const Cluster& cluster =
      collector.clusters[RecordOf(collector.population.table.LinkOf(inner->header().index))];
  EXPECT_EQ(cluster.members, IndicesOf({outer}));
  EXPECT_EQ(cluster.mutables, IndicesOf({package, inner->type()}));
  EXPECT_FALSE(Verifier().Verify(heap));
}

// S10.4
TEST_F(ClusterMaking, AnObjectThatIsLoadingOrUnfinishedOrBegunStaysOutAndIsListed) {
  Hub* const hub = Chained(4);
  Piece* const loading = heap.New<Piece>();
  heap.SetKeepFlags(loading, flag::kLoading);
  Piece* const late = heap.New<Piece>();
  heap.SetKeepFlags(late, flag::kLoadingLate);
  Piece* const unfinished = heap.ReserveWithTail<Piece>(0);
  Piece* const begun = heap.New<Piece>();
  heap.BeginDestroy(begun);
  Nth(hub, 1)->to[1] = loading;
  Nth(hub, 2)->to[1] = unfinished;
  Nth(hub, 3)->to[1] = begun;
  Nth(hub, 4)->to[1] = late;
  EXPECT_EQ(heap.MakeCluster(hub), 5u);
  EXPECT_EQ(RecordOfRoot(hub).mutables, IndicesOf({loading, late, unfinished, begun}));
  EXPECT_EQ(Wrong(), "");
  heap.Complete(unfinished);
}

// S10.4
TEST(DisregardedClusters, AreNotMadeAndTheDisregardedAreNotListed) {
  Heap heap({.max_disregarded = 2, .permanent_bytes = 4096});
  Hub* const permanent = heap.New<Hub>();
  Piece* const asset = heap.New<Piece>();
  heap.CloseDisregardWindow();
  EXPECT_FALSE(heap.AllocateCluster(permanent));
  Hub* const hub = heap.New<Hub>();
  hub->to[0] = asset;
  ASSERT_TRUE(heap.AllocateCluster(hub));
  EXPECT_FALSE(heap.AddToCluster(hub, asset));
  const Collector& collector = heap.collector();
  const Cluster& cluster =
      collector.clusters[RecordOf(collector.population.table.LinkOf(hub->header().index))];
  EXPECT_THAT(cluster.mutables, IsEmpty());
  EXPECT_FALSE(Verifier().Verify(heap));
}

// S10.4, cluster-not-in-cycle: making a cluster waits, but not for a pending purge.
TEST_F(ClusterMaking, WaitsForTheEndOfATraceAndOfAGather) {
  Hub* const hub = Chained(5);
  Hub* const small = Chained(0);
  Piece* const more = heap.New<Piece>();
  heap.AddRoot(hub);
  heap.AddRoot(small);
  heap.AddRoot(more);
  heap.New<Piece>();  // will be purged
  ASSERT_TRUE(heap.AllocateCluster(small));
  const auto refused = [&] {
    return heap.MakeCluster(hub) == 0 && !heap.AllocateCluster(hub) &&
           !heap.AddToCluster(small, more);
  };
  heap.Start();
  while (heap.phase() != Phase::kIdle) {
    EXPECT_TRUE(refused());
    heap.Tick(1);
  }
  ASSERT_TRUE(heap.PurgePending());
  EXPECT_TRUE(heap.AddToCluster(small, more));
  EXPECT_EQ(heap.MakeCluster(hub), 6u);
  EXPECT_EQ(Wrong(), "");
}

// S10.4: a reference to a root or a member of another cluster is listed as that cluster.
TEST_F(ClusterMaking, ReferencesToAnotherClusterAreListedAsItAndBothWays) {
  Hub* const first = Clustered(4);
  Hub* const second = Chained(4);
  Nth(second, 2)->to[1] = Nth(first, 3);
  Nth(second, 3)->to[1] = first;
  EXPECT_EQ(heap.MakeCluster(second), 5u) << "an object in a cluster is not taken into another";
  EXPECT_THAT(RecordOfRoot(second).refers_to, ElementsAre(RecordOf(LinkOf(first))));
  EXPECT_THAT(RecordOfRoot(first).referred_by, ElementsAre(RecordOf(LinkOf(second))));
  EXPECT_THAT(RecordOfRoot(second).mutables, IsEmpty());
  EXPECT_EQ(Wrong(), "");
}

// S10.2
TEST_F(ClusterMaking, ARecordHasItsMembersInOrderAndEachOnce) {
  Hub* const hub = heap.New<Hub>();
  std::vector<Piece*> parts;
  for (int i = 0; i < 8; ++i) parts.push_back(heap.New<Piece>());
  hub->to[0] = parts[7];
  for (std::size_t i = 0; i < 8; ++i) {
    parts[i]->to[0] = parts[(i + 3) % 8];
    parts[i]->to[1] = parts[i];
    parts[i]->to[2] = hub;
  }
  EXPECT_EQ(heap.MakeCluster(hub), 9u);
  EXPECT_EQ(RecordOfRoot(hub).members, IndicesOf({parts[0], parts[1], parts[2], parts[3], parts[4],
                                                  parts[5], parts[6], parts[7]}));
  EXPECT_EQ(Wrong(), "");
}

// S2.12
TEST_F(ClusterMaking, ARootHasItsFlagIfAndOnlyIfItsLinkLeadsToARecord) {
  Hub* const hub = Clustered(4);
  heap.AddRoot(hub);
  EXPECT_TRUE(Has(hub, flag::kClusterRoot));
  EXPECT_TRUE(IsRootLink(LinkOf(hub)));
  for (int i = 1; i <= 4; ++i) EXPECT_FALSE(Has(Nth(hub, i), flag::kClusterRoot));
  heap.DissolveClusterOf(hub);
  EXPECT_FALSE(Has(hub, flag::kClusterRoot));
  EXPECT_EQ(LinkOf(hub), 0);
}

// S10.6, B13: the root is counted as well.
TEST_F(ClusterMaking, OneThatIsTooSmallIsNotMadeAndNothingIsLeftOfIt) {
  Hub* const four = Chained(3);
  EXPECT_EQ(heap.MakeCluster(four), 0u);
  EXPECT_EQ(LinkOf(four), 0);
  EXPECT_EQ(LinkOf(Nth(four, 3)), 0);
  EXPECT_EQ(heap.MakeCluster(Chained(4)), 5u);
  heap.SetClusterOptions({.min_objects = 2});
  EXPECT_EQ(heap.MakeCluster(four), 4u);
  EXPECT_EQ(Wrong(), "");
}

// S10.5
TEST_F(ClusterMaking, ARootMustSayThatItCanBeOne) {
  Hub* const hub = Chained(5);
  hub->willing = false;
  EXPECT_EQ(heap.MakeCluster(hub), 0u);
  EXPECT_EQ(heap.MakeCluster(Nth(hub, 1)), 0u) << "a class that says nothing has no cluster roots";
  hub->willing = true;
  EXPECT_EQ(heap.MakeCluster(hub), 6u);
}

struct Speaker : Object {
  explicit Speaker(const Birth& birth) : Object(birth) {}
  void VisitReferences(const SlotVisitor& visit) { visit(to); }
  ObjectPtr<Object> to;
  static const Class kClass;
};
const Reference kSpeakerReferences[] = {Reference::Shown<Speaker>("shown")};
const Class Speaker::kClass = Describe<Speaker>("Speaker", kSpeakerReferences);

struct WillingSpeaker : Speaker {
  using Speaker::Speaker;
  bool CanBeInCluster() const noexcept { return true; }
  static const Class kClass;
};
const Reference kWillingReferences[] = {Reference::Shown<WillingSpeaker>("shown")};
const Class WillingSpeaker::kClass = Describe<WillingSpeaker>("WillingSpeaker", kWillingReferences);

struct OldPart : Object {
  explicit OldPart(const Birth& birth) : Object(birth) {}
  Object* to = nullptr;
  static const Class kClass;
};
const Reference kOldReferences[] = {Reference::ToRaw(&OldPart::to, "to")};
const Class OldPart::kClass = Describe<OldPart>("OldPart", kOldReferences);

struct ClusterActor : Object {
  explicit ClusterActor(const Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  static constexpr ClusterKind kClusterKind = ClusterKind::kActor;
  ObjectPtr<Object> to;
  static const Class kClass;
};
const Reference kClusterActorReferences[] = {Reference::To(&ClusterActor::to, "to")};
const Class ClusterActor::kClass = Describe<ClusterActor>("ClusterActor", kClusterActorReferences);

// S10.5: classes whose slots may be written unseen, and actors, stay out unless they ask to be let
// in.
TEST_F(ClusterMaking, ReportingClassesRawFieldsAndActorsRefuseByDefault) {
  Hub* const hub = Chained(4);
  Speaker* const speaker = heap.New<Speaker>();
  WillingSpeaker* const willing = heap.New<WillingSpeaker>();
  OldPart* const old = heap.New<OldPart>();
  ClusterActor* const actor = heap.New<ClusterActor>();
  Bag* const bag = heap.New<Bag>();
  Nth(hub, 1)->to[1] = speaker;
  Nth(hub, 1)->to[2] = willing;
  Nth(hub, 2)->to[1] = old;
  Nth(hub, 2)->to[2] = actor;
  Nth(hub, 3)->to[1] = bag;
  EXPECT_EQ(heap.MakeCluster(hub), 7u);
  EXPECT_EQ(RecordOfRoot(hub).mutables, IndicesOf({speaker, old, actor}));
  EXPECT_EQ(RecordOfRoot(hub).open, IndicesOf({willing, bag}));
}

template <ClusterKind kKind>
struct Kind : Object {
  explicit Kind(const Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  static constexpr ClusterKind kClusterKind = kKind;
  static const Class kClass;
};
template <ClusterKind kKind>
const Class Kind<kKind>::kClass = Describe<Kind<kKind>>("Kind");

// S10.7, A18
TEST_F(ClusterMaking, AreSwitchedOffForAllAndForEachKindOfRoot) {
  const auto made = [](const ClusterOptions& options) {
    Heap other({.clusters = options});
    const auto one = [&other](Object* root) { return other.MakeCluster(root) != 0 ? 1 : 0; };
    return std::vector<int>{
        one(other.New<Kind<ClusterKind::kOther>>()), one(other.New<Kind<ClusterKind::kAsset>>()),
        one(other.New<Kind<ClusterKind::kActor>>()), one(other.New<Kind<ClusterKind::kScript>>())};
  };
  EXPECT_THAT(made({.min_objects = 1}), ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(made({.min_objects = 1, .assets = true}), ElementsAre(1, 1, 0, 0));
  EXPECT_THAT(made({.min_objects = 1, .actors = true}), ElementsAre(1, 0, 1, 0));
  EXPECT_THAT(made({.min_objects = 1, .scripts = true}), ElementsAre(1, 0, 0, 1));
  EXPECT_THAT(made({.create = false, .min_objects = 1, .assets = true}), ElementsAre(0, 0, 0, 0));
}

// S10.14
TEST_F(ClusterMaking, ByHandItIsLikeOneThatWasWalked) {
  Hub* const walked = Clustered(4);
  const Cluster expected = RecordOfRoot(walked);
  ASSERT_TRUE(heap.DissolveClusterOf(walked));
  ASSERT_TRUE(heap.AllocateCluster(walked));
  EXPECT_EQ(RecordOfRoot(walked).mutables, IndicesOf({Nth(walked, 1)}));
  EXPECT_EQ(Wrong(), "");
  for (const int i : {3, 1, 4, 2}) {
    ASSERT_TRUE(heap.AddToCluster(walked, Nth(walked, i)));
    EXPECT_EQ(Wrong(), "");
  }
  EXPECT_EQ(RecordOfRoot(walked).members, expected.members);
  EXPECT_THAT(RecordOfRoot(walked).mutables, IsEmpty());
  EXPECT_EQ(RecordOfRoot(walked).bytes, expected.bytes);
}

// S10.14
TEST_F(ClusterMaking, ByHandNoObjectIsPutIntoTwo) {
  Hub* const first = Clustered(4);
  Hub* const second = heap.New<Hub>();
  ASSERT_TRUE(heap.AllocateCluster(second));
  EXPECT_FALSE(heap.AllocateCluster(second));
  EXPECT_FALSE(heap.AddToCluster(second, Nth(first, 1)));
  EXPECT_FALSE(heap.AddToCluster(second, first));
  EXPECT_FALSE(heap.AddToCluster(second, second));
  EXPECT_FALSE(heap.AddToCluster(Nth(first, 1), heap.New<Piece>())) << "not a root";
  EXPECT_FALSE(heap.AddToCluster(heap.New<Piece>(), heap.New<Piece>()));
  EXPECT_EQ(Wrong(), "");
}

// S10.2, S10.10
TEST_F(ClusterMaking, TheRecordsOfDissolvedClustersAreUsedAgain) {
  Hub* const first = Clustered(4);
  const ClusterId id = RecordOf(LinkOf(first));
  Clustered(4);
  heap.DissolveClusterOf(first);
  Hub* const third = Clustered(6);
  EXPECT_EQ(RecordOf(LinkOf(third)), id);
  EXPECT_EQ(heap.collector().clusters.records().size(), 2u);
  EXPECT_EQ(Wrong(), "");
}

// S10.4: an object of another heap is in no cluster of this one, nor is the one that has its index
// here.
TEST_F(ClusterMaking, TheWalkStopsAtAnObjectOfAnotherHeap) {
  Heap other;
  Hub* const hub = heap.New<Hub>();
  Piece* const stranger = heap.New<Piece>();
  Piece* foreign = nullptr;
  do {
    foreign = other.New<Piece>();
  } while (foreign->header().index != stranger->header().index);
  hub->to[0] = foreign;
  hub->to[1] = heap.New<Piece>();
  EXPECT_EQ(heap.MakeCluster(hub), 0u) << "two are too few";
  heap.SetClusterOptions({.min_objects = 2});
  EXPECT_EQ(heap.MakeCluster(hub), 2u);
  EXPECT_EQ(heap.ClusterRootOf(stranger), nullptr);
  hub->to[0] = nullptr;
  EXPECT_EQ(Wrong(), "");
}

}  // namespace
}  // namespace gc
