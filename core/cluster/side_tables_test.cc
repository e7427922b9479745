// core/cluster/side_tables_test.cc -- the records of clusters stay true.
//
// The tests give up constructions, change the heap while members are chosen, and keep garbage; and
// the verifier notices damage in each list of a record.

#include <gtest/gtest.h>

#include "core/inspect/report/garbage_holders.h"
#include "core/inspect/report/inspector.h"
#include "core/testing/clusters.h"
#include "core/testing/damage.h"
#include "core/testing/named.h"

namespace gc {
namespace {

constexpr HeapOptions kAnySize{.clusters = {.min_objects = 1}};

// S3.12, S10.2: an object that is given up leaves every list of clusters, or else the next object
// at its index would be taken for it.
TEST(ClusterBooks, AConstructionThatIsGivenUpLeavesNothingInAnyList) {
  for (const bool rooted : {false, true}) {
    Heap heap{kAnySize};
    Factory make(heap);
    Hub* const hub = heap.New<Hub>();
    heap.AddRoot(hub);
    Index index = kNoIndex;
    {
      Reserved<Part> reserved = make.Reserve<Part>();
      index = reserved.object()->header().index;
      if (rooted) heap.AddRoot(reserved.object());
      hub->to[0] = reserved.object();
      ASSERT_EQ(heap.MakeCluster(hub), 1u);
      hub->to[0] = nullptr;
    }
    Loner* const stranger = heap.New<Loner>();
    ASSERT_EQ(stranger->header().index, index);
    EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
    const WeakPtr<Loner> weak(stranger);
    heap.Collect();
    EXPECT_EQ(weak.Get(), nullptr) << "no reference leads to it; rooted: " << rooted;
  }
}

// S9.19: with elimination off, the search names what keeps garbage, also if that is a cluster.
TEST(ClusterBooks, GarbageThatAClusterKeepsIsTold) {
  Heap heap{{.clusters = {.min_objects = 1}, .eliminate = Origins::None()}};
  Bag* const bag = heap.New<Bag>();
  Loner* const listed = heap.New<Loner>();
  Loner* const open = heap.New<Loner>();
  bag->to = listed;
  bag->items.push_back(open);
  heap.AddRoot(bag);
  ASSERT_EQ(heap.MakeCluster(bag), 1u);
  for (Loner* const garbage : {listed, open}) {
    heap.MarkGarbage(garbage);
    int told = 0;
    {
      const Inspector inspector(
          heap, {.track_garbage = TrackGarbage::kAll,
                 .findings = {.report = [](void* to, const Finding&) { ++*static_cast<int*>(to); },
                              .context = &told}});
      heap.Collect();
    }
    EXPECT_GT(told, 0) << (garbage == open ? "open" : "listed");
    EXPECT_EQ(heap.ClusterRootOf(bag), bag);
    heap.ClearGarbage(garbage);
  }
}

// A class that does something forbidden when it is asked whether it may be in a cluster.
struct Meddler : Object {
  explicit Meddler(const Birth& birth) : Object(birth) {}
  bool CanBeInCluster() const noexcept {
    if (meddle) meddle(*this);
    return true;
  }
  void (*meddle)(const Meddler&) = nullptr;
  Heap* heap = nullptr;
  Object* other = nullptr;
  ObjectPtr<Object>* slot = nullptr;
  static const Class kClass;
};
const Class Meddler::kClass = Describe<Meddler>("Meddler");

// Makes one cluster, and then another, whose walk asks a meddler, which calls `meddle`.
void Meddle(void (*meddle)(const Meddler&), bool into_first = false) {
  Heap heap{kAnySize};
  Hub* const first = heap.New<Hub>();
  heap.AddRoot(first);
  ASSERT_EQ(heap.MakeCluster(first), 1u);
  Hub* const hub = heap.New<Hub>();
  heap.AddRoot(hub);
  hub->to[0] = heap.New<Piece>();
  Meddler* const meddler = heap.New<Meddler>();
  hub->to[1] = meddler;
  meddler->heap = &heap;
  meddler->other = hub->to[0].Get();
  meddler->slot = into_first ? &first->to[0] : &hub->to[1];
  meddler->meddle = meddle;
  EXPECT_EQ(heap.MakeCluster(hub), 3u);
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
}

// S10.5
TEST(ClusterBooks, AnObjectThatIsAskedMayChangeItsHoldersSlot) {
  Meddle([](const Meddler& self) { *self.slot = nullptr; });
}

TEST(ClusterBooksDeath, AnObjectThatIsAskedMayNotDissolve) {
  EXPECT_DEATH(Meddle([](const Meddler& self) { self.heap->DissolveClusterOf(self.other); }),
               "must not change one\n.*rule cluster-is-one");
  EXPECT_DEATH(Meddle([](const Meddler& self) { self.heap->MarkGarbage(self.other); }),
               "must not change one\n.*rule cluster-is-one");
  EXPECT_DEATH(Meddle([](const Meddler& self) { self.heap->SetClusterOptions({.create = false}); }),
               "must not change one\n.*rule cluster-is-one");
}

// Nor store into what is in a cluster already.
TEST(ClusterBooksDeath, AnObjectThatIsAskedMayNotStoreIntoACluster) {
  const auto meddle = [](const Meddler& self) { *self.slot = self.other; };
  EXPECT_DEATH(Meddle(meddle, /*into_first=*/true), "must not change one\n.*rule cluster-is-one");
}

struct ClusterVerifier : ClusterTest {
  ClusterVerifier() { EXPECT_EQ(Wrong(), ""); }
  Collector& collector() { return const_cast<Collector&>(heap.collector()); }
  Cluster& RecordOf(Object* root) { return const_cast<Cluster&>(RecordOfRoot(root)); }
  Hub* const hub = Clustered(5);
};

// S20.4: the verifier checks each list of a record.
TEST_F(ClusterVerifier, MissesAClusterThatRefersToItAndIsNotListed) {
  Hub* const other = Chained(5);
  Nth(other, 5)->to[1] = hub;
  ASSERT_EQ(heap.MakeCluster(other), 6u);
  ASSERT_EQ(Wrong(), "");
  RecordOf(other).refers_to.clear();
  EXPECT_NE(Wrong().find("that does not refer to it"), std::string::npos);
}

TEST_F(ClusterVerifier, MissesAMemberWhoseStoresWouldGoUnseen) {
  const Index part = Nth(hub, 3)->header().index;
  std::uintptr_t page = 0;
  Damaged(collector().clusters.records().places())
      .RemoveAll(Nth(hub, 3), page, [part](Index index) { return index == part; });
  EXPECT_NE(Wrong().find("would go unseen"), std::string::npos);
}

TEST_F(ClusterVerifier, MissesGranulesInWhichStoresWouldGoUnseen) {
  const auto at = reinterpret_cast<std::uintptr_t>(Nth(hub, 5));
  int left = 0;  // others may be in the same granule
  for (; ClusteredGranules::MayHold(Nth(hub, 5)); ++left) ClusteredGranules::Leave(at, at + 1);
  EXPECT_NE(Wrong().find("would go unseen"), std::string::npos);
  for (; left > 0; --left) ClusteredGranules::Enter(at, at + 1);
  EXPECT_EQ(Wrong(), "");
}

TEST_F(ClusterVerifier, MissesAnObjectOfItsOwnAmongThoseOutside) {
  RecordOf(hub).mutables.push_back(Nth(hub, 2)->header().index);
  EXPECT_NE(Wrong().find("an object of its own"), std::string::npos);
}

TEST_F(ClusterVerifier, MissesOpenFieldsThatNoMarkingWouldLookAt) {
  Bag* const bag = heap.New<Bag>();
  ASSERT_TRUE(heap.AllocateCluster(bag));
  ASSERT_EQ(Wrong(), "");
  RecordOf(bag).open.clear();
  EXPECT_NE(Wrong().find("open fields"), std::string::npos);
}

TEST_F(ClusterVerifier, MissesAListedIndexWithoutAnObject) {
  heap.AddRoot(hub);
  const Index index = heap.New<Loner>()->header().index;
  heap.Collect();
  RecordOf(hub).mutables.push_back(index);
  EXPECT_NE(Wrong().find("without an object"), std::string::npos);
}

}  // namespace
}  // namespace gc
