// core/inspect/verify/verifier_clusters_test.cc -- what the verifier says of clusters whose links,
// lists and marks are wrong.
//
// Each test damages one thing and mends it; then nothing is found again.

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "core/testing/clusters.h"
#include "core/testing/colours.h"
#include "core/testing/damage.h"

namespace gc {
namespace {

// A cluster that refers to another one and to a mutable object.
class ClusterClauses : public ClusterTest {
 protected:
  ClusterClauses() {
    Nth(hub, 1)->to[1] = loner;
    Nth(hub, 2)->to[1] = other;
    EXPECT_EQ(heap.MakeCluster(hub), 6u);
    heap.AddRoot(hub);
    EXPECT_EQ(Wrong(), "");
  }
  ~ClusterClauses() override { EXPECT_EQ(Wrong(), ""); }
  static std::string At(const Object* object) {
    return " at " + std::to_string(object->header().index);
  }
  std::atomic<ClusterLink>& Link(const Object* object) {
    return heap.collector().population.table.Cluster(object->header().index);
  }
  auto& FlagsOf(const Object* object) { return heap.collector().population.EntryOf(*object).flags; }
  void Turn(const Object* object, FlagWord bits) {
    auto& flags = FlagsOf(object);
    if (flags.Has(bits)) {
      flags.Clear(bits);
    } else {
      flags.Set(bits);
    }
  }
  // Stores a reference past the barrier.
  static void StoreUnseen(ObjectPtr<Object>& slot, Object* target) {
    std::memcpy(static_cast<void*>(&slot), static_cast<const void*>(&target), sizeof target);
  }
  template <class T>
  void ExpectInOrder(std::vector<T>& list, T added) {
    const std::vector<T> was = list;
    if (list.empty()) list.push_back(added);
    list.push_back(list.back());
    EXPECT_EQ(Wrong(), "a list of a cluster is out of order" + At(hub));
    list = was;
    EXPECT_EQ(Wrong(), "");
  }
  Hub* const other = Clustered(5);
  Hub* const hub = Chained(5);
  Loner* const loner = heap.New<Loner>();
  Cluster& Record() { return Damaged(RecordOfRoot(hub)); }
};

// S10.2
TEST_F(ClusterClauses, AListHasNothingTwice) {
  ExpectInOrder(Record().members, kNoIndex);
  ExpectInOrder(Record().mutables, kNoIndex);
  ExpectInOrder(Record().refers_to, ClusterId{});
  ExpectInOrder(Record().referred_by, ClusterId{});
  ExpectInOrder(Record().open, hub->header().index);
}

// S2.12
TEST_F(ClusterClauses, ARootHasTheFlagAndNoOther) {
  for (const Object* const object : {static_cast<Object*>(Nth(hub, 3)), static_cast<Object*>(hub),
                                     static_cast<Object*>(loner)}) {
    Turn(object, flag::kClusterRoot);
    EXPECT_EQ(Wrong(), "a cluster's root has no link to it, or no flag" + At(object));
    Turn(object, flag::kClusterRoot);
  }
}

TEST_F(ClusterClauses, ALinkLeadsToTheClusterThatListsTheObject) {
  Piece* const member = Nth(hub, 3);
  const ClusterLink was = Link(member);
  for (const ClusterLink wrong : {LinkOf(Nth(other, 1)), LinkToRoot(loner->header().index)}) {
    Link(member) = wrong;
    EXPECT_EQ(Wrong(), "a link leads to no cluster of the object" + At(member));
  }
  Link(member) = was;
  Link(loner) = was;
  EXPECT_EQ(Wrong(), "a link leads to no cluster of the object" + At(loner));
  Link(loner) = 0;
}

// S2.13
TEST_F(ClusterClauses, OneMemberHasTheFlagThatTheClusterWasReachedThroughIt) {
  Piece* const member = Nth(hub, 4);
  const std::string breach = "a member was reached, and by it not its cluster" + At(member);
  FlagsOf(member).Set(flag::kReachableInCluster);
  EXPECT_EQ(Wrong(), breach);
  Record().reached_through = member->header().index;
  EXPECT_EQ(Wrong(), "");
  FlagsOf(member).Clear(flag::kReachableInCluster);
  EXPECT_EQ(Wrong(), breach);
  Record().reached_through = kNoIndex;
}

// S10.11: while marking it may be; when marking has ended it is dissolved.
TEST_F(ClusterClauses, AClusterIsNotToBeDissolvedOutsideOfACycle) {
  Record().needs_dissolving = true;
  EXPECT_EQ(Wrong(), "a cluster was to be dissolved long ago" + At(hub));
  Record().needs_dissolving = false;
}

// S10.1: with the cluster, marking reaches what it lists.
TEST_F(ClusterClauses, WhatAReachedClusterRefersToIsReached) {
  heap.Start();
  ASSERT_EQ(Wrong(), "");
  Population& population = heap.collector().population;
  ASSERT_TRUE(Record().IsActivated(heap.collector().clusters.cycle()));
  auto& work = Damaged(heap.collector().wavefront.work());
  const std::vector<Object*> queued(work.begin(), work.end());
  work.clear();
  for (Object* const target : {static_cast<Object*>(loner), static_cast<Object*>(other)}) {
    const MarkBits was = population.MarkOf(*target).Load();
    population.Give(*target, population.marks().White());
    EXPECT_EQ(Wrong(), (target == other ? "a cluster that it refers to was not reached with it"
                                        : "an object that a cluster refers to was not reached "
                                          "with it") +
                           At(hub));
    population.Give(*target, was);
  }
  for (Object* const one : queued) work.push_back(one);
}

// It is not at the beginning of its memory, which ends before its address and its size say.
struct WithVirtuals : Object {
  explicit WithVirtuals(const Birth& birth) : Object(birth) {}
  virtual int Answer() const { return 42; }
  ObjectPtr<Object> to;
  std::byte more[32];
  static const Class kClass;
};
const Reference kWithVirtuals[] = {Reference::To(&WithVirtuals::to, "to")};
const Class WithVirtuals::kClass = Describe<WithVirtuals>("WithVirtuals", kWithVirtuals);

// S10.5
TEST_F(ClusterClauses, AMemberMayHaveVirtualFunctions) {
  Hub* const root = Chained(3);
  Nth(root, 1)->to[1] = heap.New<WithVirtuals>();
  EXPECT_EQ(heap.MakeCluster(root), 5u);
  heap.AddRoot(root);
  EXPECT_EQ(Wrong(), "");
}

// S20.4: members and the root; of several references of an object the first is named.
TEST_F(ClusterClauses, AnObjectOfAClusterRefersToWhatTheClusterReaches) {
  Object* const strangers[] = {heap.New<Piece>(), heap.New<Piece>()};
  const auto store = [](ObjectPtr<Object>(&to)[4], Object* first, Object* second) {
    StoreUnseen(to[2], first);
    StoreUnseen(to[3], second);
  };
  for (const bool root : {false, true}) {
    auto& to = root ? hub->to : Nth(hub, 1)->to;
    const Index holder = root ? hub->header().index : Nth(hub, 1)->header().index;
    store(to, strangers[0], strangers[1]);
    Verifier verifier;
    const std::optional<Failure> breach = verifier.Verify(heap);
    ASSERT_TRUE(breach) << root;
    EXPECT_EQ(breach->sentence,
              std::string("a member of a cluster refers to what its cluster does not reach"));
    EXPECT_EQ(breach->index, holder);
    EXPECT_EQ(verifier.edge().holder, holder);
    EXPECT_EQ(verifier.edge().target, strangers[0]->header().index);
    EXPECT_STREQ(verifier.edge().name, "to");
    store(to, nullptr, nullptr);
  }
}

TEST_F(ClusterClauses, TheLinkOfARootLeadsToItsOwnRecord) {
  const ClusterLink was = Link(other);
  Link(other) = LinkOf(hub);
  EXPECT_EQ(Wrong(), "a link leads to no cluster of the object" + At(other));
  Link(other) = was;
}

// Until marking comes to the cluster, what it refers to may be white.
TEST_F(ClusterClauses, WhatAClusterRefersToMayBeWhiteBeforeItIsReached) {
  heap.RemoveRoot(hub);
  Piece* const root = heap.New<Piece>();
  heap.AddRoot(root);
  root->to[0] = hub;
  heap.Start();
  EXPECT_EQ(Wrong(), "");
  ASSERT_TRUE(IsWhite(heap, loner));
  FinishCycle();
}

}  // namespace
}  // namespace gc
