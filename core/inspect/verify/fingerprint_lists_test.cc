// core/inspect/verify/fingerprint_lists_test.cc -- a fingerprint sees what each list has, and in
// which order: of what was stored, of what is doomed, and of what refers from outside.
//
// Label: threads.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "core/testing/clusters.h"
#include "core/testing/damage.h"
#include "core/testing/fingerprints.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// The fingerprint of a heap in which two objects were stored while marking, and nothing refers to
// them any more.
std::uint64_t AfterStores(std::uint32_t deferred, bool other_first, bool both = true) {
  Heap heap({.deferred_stores = deferred});
  Node* const root = heap.New<Node>('r');
  Node* stored[] = {heap.New<Node>('a'), heap.New<Node>('b')};
  heap.AddRoot(root);
  heap.Start();
  heap.Tick(2);  // the initial references, and the root
  if (other_first) std::swap(stored[0], stored[1]);
  root->left = stored[0];
  if (both) root->left = stored[1];
  root->left = nullptr;
  return FingerprintOf(heap);
}

TEST(FingerprintOfLists, SeesWhatIsToBeShadedSoon) {
  std::set<std::uint64_t> seen;
  for (const bool both : {false, true}) {
    for (const bool other_first : {false, true}) {
      EXPECT_TRUE(seen.insert(AfterStores(128, other_first, both)).second)
          << both << ' ' << other_first;
    }
  }
}

// What fills the room is shaded; so a heap with little room left behaves in another way.
TEST(FingerprintOfLists, SeesTheRoomForStoresWhereAFewFillIt) {
  const std::uint64_t much = AfterStores(128, false);
  EXPECT_EQ(AfterStores(100, false), much) << "it is far away that either is filled";
  std::set<std::uint64_t> seen{much};
  for (const std::uint32_t room : {2, 3, 4}) {
    EXPECT_TRUE(seen.insert(AfterStores(room, false)).second) << room;
  }
}

// In a heap with workers, what a store shades waits in a list of its own.
TEST(FingerprintOfLists, SeesWhatStoresShadedBesideWorkers) {
  std::uint64_t of[2];
  for (const bool other_first : {false, true}) {
    Heap heap({.workers = 2, .deferred_stores = 0});
    Node* const root = heap.New<Node>('r');
    Node* stored[] = {heap.New<Node>('a'), heap.New<Node>('b')};
    heap.AddRoot(root);
    heap.Start();
    heap.Tick(2);
    root->left = stored[other_first ? 1 : 0];
    root->left = stored[other_first ? 0 : 1];
    root->left = nullptr;
    std::size_t shared = 0;
    heap.collector().wavefront.ForEachShared([&shared](const Object*) { shared += 1; });
    EXPECT_EQ(shared, 2u);
    of[other_first ? 1 : 0] = FingerprintOf(heap);
  }
  EXPECT_NE(of[0], of[1]);
}

// How many cycles there were has no effect on the next one.
TEST(FingerprintOfLists, IsTheSameBeforeAndAfterACycleThatChangesNothing) {
  Heap heap;
  heap.AddRoot(heap.New<Node>('r'));
  const std::uint64_t before = FingerprintOf(heap);
  heap.Collect();
  EXPECT_EQ(FingerprintOf(heap), before);
}

struct Bringer : Referencer {
  Bringer(Heap& heap, Kind kind, Node* to) : Referencer(heap, kind, "bringer"), target(to) {
    Register();
  }
  ~Bringer() override { Unregister(); }
  void Report(Reporter& to) const override {
    if (target != nullptr) to.Raw(target);
  }
  Node* target;
};

TEST(FingerprintOfLists, SeesEachReferencerItsKindAndWhatItReports) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
  std::set<std::uint64_t> seen{FingerprintOf(heap)};
  for (const auto kind : {Referencer::Kind::kRaw, Referencer::Kind::kWrapper}) {
    for (Node* const target : {static_cast<Node*>(nullptr), a, b}) {
      const Bringer bringer(heap, kind, target);
      EXPECT_TRUE(seen.insert(FingerprintOf(heap)).second) << seen.size();
    }
  }
}

TEST(FingerprintOfLists, TellsALocalFromAWeakReference) {
  Heap heap({.locals = Locals::kRescanned});
  Node* const a = heap.New<Node>('a');
  const WeakPtr<Node> weak(a);
  Hasher with_weak;
  AddState(heap, with_weak);
  AddWeak(heap, weak, with_weak);
  const Local<Node> local(heap, a);
  EXPECT_NE(FingerprintOf(heap), with_weak.Value());
}

// Two objects that are doomed, at any stage of their end.
class FingerprintOfDoomed : public testing::Test {
 protected:
  void MakeDoomed(bool begun_by_hand = false) {
    for (int i = 0; i < 3; ++i) {
      Node* const node = heap.New<Node>('d');
      node->ready = false;
      if (begun_by_hand) heap.BeginDestroy(node);
    }
    heap.AddRoot(heap.New<Node>('r'));
    heap.Start();
  }
  // Exchanges two items of a list, and expects that this is seen.
  template <class Item>
  void ExpectOrderIsSeen(const Item& first, const Item& second) {
    const std::uint64_t before = FingerprintOf(heap);
    std::swap(Damaged(first), Damaged(second));
    EXPECT_NE(FingerprintOf(heap), before);
    std::swap(Damaged(first), Damaged(second));
    EXPECT_EQ(FingerprintOf(heap), before);
  }
  const Collector& collector() const { return heap.collector(); }
  Heap heap;
};

TEST_F(FingerprintOfDoomed, SeesTheirOrderAtEachStage) {
  MakeDoomed();
  while (collector().gatherer.gathered().size() != 2) heap.Tick(1);
  ExpectOrderIsSeen(collector().gatherer.gathered()[0], collector().gatherer.gathered()[1]);
  while (collector().purger.next() != 2) heap.Tick(1);
  ASSERT_EQ(collector().purger.stage(), Stage::kBegin);
  ExpectOrderIsSeen(collector().purger.batch()[0], collector().purger.batch()[1]);
  while (heap.PurgePending()) heap.Tick(1);
  const auto& waiting = collector().purger.waiting();
  ASSERT_EQ(waiting.size(), 3u);
  ExpectOrderIsSeen(waiting[0], waiting[1]);
}

// Their entries say the same before and after their units of the purge.
TEST_F(FingerprintOfDoomed, SeesHowManyOfThoseThatWereBegunByHandArePassed) {
  MakeDoomed(/*begun_by_hand=*/true);
  while (collector().purger.stage() != Stage::kBegin) heap.Tick(1);
  std::set<std::uint64_t> seen;
  for (; collector().purger.stage() == Stage::kBegin; heap.Tick(1)) {
    EXPECT_TRUE(seen.insert(FingerprintOf(heap)).second) << "point " << seen.size();
  }
  EXPECT_EQ(seen.size(), 3u);
  ASSERT_EQ(collector().purger.stage(), Stage::kPoll);
  EXPECT_TRUE(seen.insert(FingerprintOf(heap)).second) << "all were begun";
}

TEST(FingerprintOfOneDoomed, SeesThatItWasBegunByHand) {
  std::set<std::uint64_t> seen;
  for (const bool by_hand : {false, true}) {
    Heap heap;
    Node* const node = heap.New<Node>('d');
    if (by_hand) heap.BeginDestroy(node);
    heap.Start();
    while (heap.collector().purger.stage() != Stage::kBegin) heap.Tick(1);
    EXPECT_TRUE(seen.insert(FingerprintOf(heap)).second) << by_hand;
  }
}

// What waits in a chain has no place in a list.
TEST_F(FingerprintOfDoomed, SeesInWhichChainEachIs) {
  MakeDoomed();
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  Purger& purger = heap.collector().purger;
  auto& waiting = Damaged(purger.waiting());
  ASSERT_EQ(waiting.size(), 3u);
  const std::vector<Doomed> was(waiting.begin(), waiting.end());
  waiting.Truncate(1);
  DoomedChains& chains = Damaged(purger.chained());
  Table& table = heap.collector().population.table;
  std::set<std::uint64_t> seen{FingerprintOf(heap)};
  const auto expect_new = [&](DoomedChain& first, DoomedChain* second) {
    first.Append(table, was[1].index);
    if (second != nullptr) second->Append(table, was[2].index);
    EXPECT_TRUE(seen.insert(FingerprintOf(heap)).second) << seen.size();
    first.Pop(table);
    if (second != nullptr) second->Pop(table);
  };
  expect_new(chains.batch, nullptr);
  expect_new(chains.finished, nullptr);
  expect_new(chains.waiting, nullptr);
  expect_new(chains.batch, &chains.waiting);
  expect_new(chains.waiting, &chains.batch);
  for (std::size_t i = 1; i < was.size(); ++i) waiting.push_back(was[i]);
}

struct FingerprintOfClusters : ClusterTest {};

TEST_F(FingerprintOfClusters, SeesThatAMemberOrTheRootOfAClusterIsARoot) {
  Hub* const hub = Clustered(5);
  std::set<std::uint64_t> seen{FingerprintOf(heap)};
  for (Object* const object : {static_cast<Object*>(hub), static_cast<Object*>(Nth(hub, 2))}) {
    heap.AddRoot(object);
    EXPECT_TRUE(seen.insert(FingerprintOf(heap)).second);
    heap.RemoveRoot(object);
  }
}

}  // namespace
}  // namespace gc
