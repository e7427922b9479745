// core/cluster/dissolving_test.cc -- a cluster can be dissolved by a store or on request, at
// any moment of a cycle; and no store into a member goes unnoticed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <random>
#include <utility>

#include "core/inspect/report/cluster_report.h"
#include "core/inspect/search/reference_search.h"
#include "core/inspect/verify/verification.h"
#include "core/inspect/verify/verifier.h"
#include "core/testing/clusters.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct ClusterDissolving : ClusterTest {
  ClusterDissolving() {
    heap.AddRoot(holder);
    heap.AddRoot(black);
  }
  Loner* const holder = heap.New<Loner>();  // is scanned after `black`
  Piece* const black = heap.New<Piece>();
};

// S10.10, cluster-dissolve-idle
TEST_F(ClusterDissolving, OnRequestWhileIdleAllReadReachableAndAreJudgedOneByOne) {
  for (int flips = 0; flips < 3; ++flips) {
    Hub* const hub = Clustered(5);
    holder->to = Nth(hub, 4);
    for (int i = 0; i < flips; ++i) heap.Collect();
    EXPECT_TRUE(heap.DissolveClusterOf(Nth(hub, 2)));
    for (int i = 1; i <= 5; ++i) {
      EXPECT_EQ(heap.ClusterRootOf(Nth(hub, i)), nullptr);
      EXPECT_TRUE(HasMark(Nth(hub, i), heap.collector().population.marks().Reachable()));
    }
    EXPECT_EQ(Wrong(), "");
    heap.Start();
    FinishCycle();
    EXPECT_EQ(heap.ObjectCount(), 2u + 2u)
        << "the fourth part is left, and the fifth, to which it refers";
    holder->to = nullptr;
    heap.Collect();
  }
  EXPECT_FALSE(heap.DissolveClusterOf(holder));
}

// S10.10, cluster-dissolve-colour
TEST_F(ClusterDissolving, WhileMarkingMembersOfAWhiteRootAreWhite) {
  Hub* const hub = Clustered(5);
  holder->to = Nth(hub, 4);
  heap.Start();
  ASSERT_EQ(ColourNow(hub), Colour::kWhite);
  heap.DissolveClusterOf(hub);
  for (int i = 1; i <= 5; ++i) EXPECT_EQ(ColourNow(Nth(hub, i)), Colour::kWhite);
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 2u + 2u);
}

// S10.10, cluster-dissolve-colour
TEST_F(ClusterDissolving, WhileMarkingMembersOfAGreyRootAreGrey) {
  Hub* const hub = Clustered(5);
  Piece* const outside = heap.New<Piece>();
  Hub* const other = Chained(4);
  Nth(other, 2)->to[1] = hub;
  Loner* const loner = heap.New<Loner>();
  Nth(other, 4)->to[1] = loner;
  ASSERT_EQ(heap.MakeCluster(other), 5u);
  static_cast<void>(outside);
  holder->to = other;
  heap.Start();
  while (ColourNow(black) != Colour::kBlack) heap.Tick(1);
  black->to[0] = Nth(other, 4);
  holder->to = nullptr;
  ASSERT_EQ(ColourNow(other), Colour::kGrey);
  heap.DissolveClusterOf(other);
  for (int i = 1; i <= 4; ++i) EXPECT_EQ(ColourNow(Nth(other, i)), Colour::kGrey);
  EXPECT_EQ(ColourNow(loner), Colour::kWhite);
  EXPECT_EQ(Wrong(), "");
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 2u + 5u + 6u + 1u) << "all are left, but for `outside`";
}

// S10.10, cluster-dissolve-colour
TEST_F(ClusterDissolving, WhileMarkingMembersOfABlackRootAreBlack) {
  Hub* const hub = Clustered(5);
  heap.AddRoot(hub);
  heap.Start();
  ASSERT_EQ(ColourNow(hub), Colour::kBlack);
  heap.DissolveClusterOf(hub);
  for (int i = 1; i <= 5; ++i) EXPECT_EQ(ColourNow(Nth(hub, i)), Colour::kBlack);
  EXPECT_EQ(Wrong(), "");
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 8u);
}

// S10.10
TEST_F(ClusterDissolving, WhileGatheringItWaitsForTheGathersEnd) {
  Hub* const hub = Clustered(5);
  heap.AddRoot(hub);
  heap.Start();
  TickWhile(Phase::kMarking);
  EXPECT_TRUE(heap.DissolveClusterOf(hub));
  EXPECT_EQ(heap.ClusterRootOf(Nth(hub, 5)), hub);
  TickWhile(Phase::kGathering);
  EXPECT_EQ(heap.ClusterRootOf(Nth(hub, 5)), nullptr);
  EXPECT_EQ(ColourNow(Nth(hub, 5)), Colour::kBlack);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 8u);
  EXPECT_EQ(Wrong(), "");
}

// S10.10: a cluster lists the other clusters that it refers to by their roots. It does not list
// which of their members it refers to, so it is dissolved with them.
TEST_F(ClusterDissolving, TakesAlongTheClustersThatReferToItAndThoseThatReferToThem) {
  Hub* const a = Clustered(4);
  Hub* const b = Chained(4);
  Nth(b, 1)->to[1] = Nth(a, 3);
  ASSERT_EQ(heap.MakeCluster(b), 5u);
  Hub* const c = Chained(4);
  Nth(c, 1)->to[1] = b;
  ASSERT_EQ(heap.MakeCluster(c), 5u);
  Hub* const d = Clustered(4);
  heap.AddRoot(c);
  heap.DissolveClusterOf(a);
  for (Hub* const hub : {a, b, c}) EXPECT_EQ(heap.ClusterRootOf(hub), nullptr);
  EXPECT_EQ(heap.ClusterRootOf(d), d);
  EXPECT_EQ(Wrong(), "");
  heap.Start();
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 2u + 5u + 5u + 2u)
      << "of a, the third part and the fourth are left; d is gone";
}

struct ClusterStore : ClusterDissolving {};

// S5.5, S10.1, S20.4, cluster-store: in each phase, by each operation, and for white targets too.
TEST_F(ClusterStore, OfAnOutsiderDissolvesTheClusterAndKeepsWhatIsStored) {
  const std::vector<std::function<void(Piece*, Object*)>> ways = {
      [](Piece* member, Object* target) { member->to[2] = target; },
      [](Piece* member, Object* target) { member->to[2] = ObjectPtr<Object>(target); },
      [](Piece* member, Object* target) {
        ObjectPtr<Object> from(target);
        swap(member->to[2], from);
      },
      [](Piece* member, Object* target) { member->to[2].Reset(target); }};
  for (const auto& store : ways) {
    for (int ticks = -1; ticks < 30; ++ticks) {
      Hub* const hub = Clustered(5);
      heap.AddRoot(hub);
      Piece* const target = heap.New<Piece>();
      holder->to = target;
      if (ticks >= 0) heap.Start();
      for (int i = 0; i < ticks && heap.phase() != Phase::kIdle; ++i) heap.Tick(1);
      const bool gathering = heap.phase() == Phase::kGathering;
      store(Nth(hub, 3), target);
      holder->to = nullptr;
      EXPECT_EQ(heap.ClusterRootOf(hub), gathering ? hub : nullptr);
      EXPECT_EQ(Wrong(), "");
      FinishCycle();
      EXPECT_EQ(heap.ClusterRootOf(hub), nullptr);
      heap.Collect();
      EXPECT_EQ(Nth(hub, 3)->to[2], target);
      EXPECT_EQ(heap.ObjectCount(), 2u + 6u + 1u);
      EXPECT_EQ(Wrong(), "");
      heap.RemoveRoot(hub);
      heap.Collect();
    }
  }
}

// cluster-store: a store of null, or of what the cluster reaches already, changes nothing.
TEST_F(ClusterStore, OfWhatTheClusterReachesAnywayLeavesItAsItIs) {
  Hub* const far = Clustered(4);
  Hub* const hub = Chained(5);
  Loner* const loner = heap.New<Loner>();
  Nth(hub, 1)->to[1] = loner;
  Nth(hub, 1)->to[2] = far;
  ASSERT_EQ(heap.MakeCluster(hub), 6u);
  heap.AddRoot(hub);
  hub->to[1] = hub;
  hub->to[2] = Nth(hub, 5);
  Nth(hub, 4)->to[1] = Nth(far, 2);
  Nth(hub, 4)->to[2] = loner;
  Nth(hub, 1)->to[1] = nullptr;
  loner->to = heap.New<Piece>();  // not a member: no store into the cluster
  EXPECT_EQ(heap.ClusterRootOf(hub), hub);
  EXPECT_EQ(ClusterCountsOf(heap).stored_into, 0u);
  EXPECT_EQ(Wrong(), "");
  heap.Start();
  FinishCycle();
  EXPECT_EQ(heap.ObjectCount(), 2u + 5u + 6u + 2u);
}

struct Ballast : Object {
  explicit Ballast(const Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  ObjectPtr<Object> first;
  ObjectPtr<Object> unlisted;
  char bytes[16'384] = {};
  ObjectPtr<Object> last;
  static const Class kClass;
};
const Reference kBallastReferences[] = {Reference::To(&Ballast::first, "first"),
                                        Reference::To(&Ballast::last, "last"),
                                        Reference::Trailing<Ballast>("tail")};
const Class Ballast::kClass = Describe<Ballast>("Ballast", kBallastReferences);

// S5.5: the member may be of any size and lie in any kind of memory, and the slot may be a trailing
// reference.
TEST_F(ClusterStore, IsNoticedWhereverInTheObjectItsSlotIs) {
  Ballast* const large = heap.NewWithTail<Ballast>(600);
  heap.AddRoot(large);
  const std::vector<ObjectPtr<Object>*> slots = {&large->first, &large->last, &Tail(*large)[0],
                                                 &Tail(*large)[599]};
  for (ObjectPtr<Object>* const slot : slots) {
    ASSERT_TRUE(heap.AllocateCluster(large));
    large->unlisted = heap.New<Piece>();
    EXPECT_EQ(heap.ClusterRootOf(large), large) << "no schema lists the slot";
    *slot = heap.New<Piece>();
    EXPECT_EQ(heap.ClusterRootOf(large), nullptr);
  }
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 2u + 1u + 4u);
}

// S20.4: the verifier finds a store that went past the barrier.
TEST_F(ClusterStore, ThatWentPastTheBarrierIsFoundByTheVerifier) {
  Hub* const hub = Clustered(5);
  heap.AddRoot(hub);
  Piece* const outside = heap.New<Piece>();
  Object* const raw = outside;
  for (const auto& [object, slot] : {std::pair<Object*, ObjectPtr<Object>*>{hub, &hub->to[3]},
                                     {Nth(hub, 4), &Nth(hub, 4)->to[3]}}) {
    std::memcpy(static_cast<void*>(slot), static_cast<const void*>(&raw), sizeof raw);
    EXPECT_EQ(Wrong(), "a member of a cluster refers to what its cluster does not reach at " +
                           std::to_string(object->header().index));
    std::memset(static_cast<void*>(slot), 0, sizeof raw);
    EXPECT_EQ(Wrong(), "");
  }
}

// Once all its clusters are gone, a heap needs as many units as one that never had a cluster.
TEST_F(ClusterDissolving, LeavesNothingBehindThatCostsAUnit) {
  const auto units = [](Heap& of) {
    of.Start();
    Work all = 0;
    while (of.phase() != Phase::kIdle || of.PurgePending()) all += of.Tick(1);
    return all;
  };
  Hub* const hub = Clustered(5);
  heap.AddRoot(hub);
  heap.DissolveClusterOf(hub);
  const Work after = units(heap);
  Heap plain;
  plain.AddRoot(plain.New<Loner>());
  plain.AddRoot(plain.New<Piece>());
  Hub* const chain = plain.New<Hub>();
  plain.AddRoot(chain);
  ObjectPtr<Object>* last = &chain->to[0];
  for (int i = 0; i < 5; ++i) {
    Piece* const part = plain.New<Piece>();
    *last = part;
    last = &part->to[0];
  }
  EXPECT_EQ(after, units(plain));
}

// Decision B1: heaps, clusters, stores and slices are random. A cluster adds edges to the graph of
// references: from each member to its root, and from the root to each member. After a whole cycle
// an object is left if and only if that larger graph reaches it.
TEST(RandomClusters, KeepWhatTheirQuotientReachesAndNothingElse) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::minstd_rand random(seed + 1);
    const auto number = [&random](std::size_t below) { return random() % below; };
    Heap heap({.clusters = {.min_objects = 2}});
    std::vector<WeakPtr<Object>> all;
    const auto slots = [](Object& object) {
      return object.header().type == &Hub::kClass ? static_cast<Hub&>(object).to
                                                  : static_cast<Piece&>(object).to;
    };
    const auto pick = [&] { return all[number(all.size())].Get(); };
    for (int i = 0; i < 6; ++i) all.emplace_back(heap.New<Hub>());
    for (int i = 0; i < 24; ++i) all.emplace_back(heap.New<Piece>());
    Verifier verifier;
    for (int step = 0; step < 250; ++step) {
      Object* const a = pick();
      Object* const b = pick();
      if (a == nullptr || b == nullptr) {
        all[number(all.size())] = WeakPtr<Object>(heap.New<Piece>());
        continue;
      }
      const std::size_t what = number(20);
      if (what < 6) slots(*a)[number(4)] = b;
      if (what == 6) slots(*a)[number(4)] = nullptr;
      if (what == 7) heap.AddRoot(a);
      if (what == 8) heap.RemoveRoot(a);
      if (what == 9) heap.MakeCluster(a);
      if (what == 10) heap.AllocateCluster(a);
      if (what == 11) heap.AddToCluster(a, b);
      if (what == 12) heap.DissolveClusterOf(a);
      if (what == 13) heap.Start();
      if (what > 13) heap.Tick(1 + number(3));
      const std::optional<Failure> failure = verifier.Verify(heap);
      ASSERT_FALSE(failure) << "seed " << seed << ", step " << step << ": " << failure->sentence;
      for (const Finding& finding : FindReachableDoomed(heap)) FAIL() << seed << finding.text;
    }
    heap.Collect();  // frees what was unreachable before
    const HeapGraph graph(heap);
    std::vector<bool> expected;
    for (const WeakPtr<Object>& one : all) {
      Object* const object = one.Get();
      expected.push_back(object != nullptr &&
                         !ShortestChain(graph, object->header().index).empty());
    }
    heap.Collect();
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(all[i].Get() != nullptr, expected[i]) << "seed " << seed << ", object " << i;
    }
  }
}

}  // namespace
}  // namespace gc
