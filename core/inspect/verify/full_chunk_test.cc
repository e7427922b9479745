// core/inspect/verify/full_chunk_test.cc -- a heap of which the last chunk is full is looked at to
// its last entry, and no further.

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "core/inspect/report/class_counts.h"
#include "core/inspect/report/leaks.h"
#include "core/inspect/verify/disregard_check.h"
#include "core/inspect/verify/shared_defaults.h"
#include "core/inspect/verify/snapshot.h"
#include "core/inspect/verify/unlisted.h"
#include "core/inspect/verify/verification.h"
#include "core/inspect/verify/verifier.h"
#include "core/testing/clusters.h"
#include "core/testing/failing_memory.h"
#include "core/testing/fingerprints.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

struct ReportsOne : Referencer {
  explicit ReportsOne(Heap& heap) : Referencer(heap, Kind::kWrapper, "one") { Register(); }
  ~ReportsOne() override { Unregister(); }
  void Report(Reporter& to) const override { to(slot); }
  ObjectPtr<Node> slot;
};

// S1.2
TEST(FullChunk, IsInspectedToItsLastEntryAndNoFurther) {
  Heap heap({.max_disregarded = 1});
  heap.New<Node>('p');
  heap.CloseDisregardWindow();
  Factory make(heap);
  Part* const named = make.New<Part>({.name = "Named"});
  Hub* const hub = heap.New<Hub>();
  for (auto& slot : hub->to) slot = heap.New<Piece>();
  ASSERT_EQ(heap.MakeCluster(hub), 5u);
  Node* last = nullptr;
  const Table& table = heap.collector().population.table;
  while (table.End() < kChunkEntries) last = heap.New<Node>('n');
  ASSERT_EQ(last->header().index, kChunkEntries - 1);
  int inside = 0;
  {
    const FailingMemory memory(0, FailingMemory::kForEver);  // so that no list is made
    make.EndEachInside(*named->outer(), [&inside](NamedObject*) { inside += 1; });
  }
  EXPECT_EQ(inside, 1);
  ReportsOne registered(heap);
  registered.slot = last;
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  EXPECT_EQ(OccupantOf(heap, kChunkEntries - 1), last);
  EXPECT_EQ(OccupantOf(heap, kChunkEntries), nullptr);
  EXPECT_TRUE(FindReferencersInObjects(heap).empty());
  EXPECT_TRUE(FindReachableDoomed(heap).empty());
  EXPECT_FALSE(ShortestChain(heap, last->header().index).empty());
  const std::vector<WeakReference> gone{WeakReference(last)};
  EXPECT_EQ(FindLeaks(heap, gone).size(), 1u);
  const std::uint64_t before = FingerprintOf(heap);
  EXPECT_EQ(FingerprintOf(heap), before);
  std::uint32_t counted = 0;
  for (const ClassCount& count : CountClasses(heap)) counted += count.objects;
  EXPECT_EQ(counted, kChunkEntries - 1);
  EXPECT_FALSE(FindSharedDefault(heap));
  Snapshot snapshot;
  Take(heap, snapshot);
  EXPECT_EQ(snapshot.colours.size(), kChunkEntries);
  EXPECT_TRUE(DisregardOffences(heap).empty());
  EXPECT_TRUE(FindDisregardBreaches(heap).empty());
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  EXPECT_TRUE(FindUnlistedHolders(heap).empty()) << "of the doomed, which are most of them";
}

}  // namespace
}  // namespace gc
