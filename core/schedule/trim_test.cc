// core/schedule/trim_test.cc -- memory that is kept for later goes back when it is asked for, and
// when memory is low. S14.3
//
// Label: threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include "core/population/stall.h"
#include "core/testing/failing_memory.h"
#include "core/testing/scheduled_heap.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

// What a heap keeps for later.
std::size_t BlocksOf(const Heap& heap) { return heap.collector().memory.blocks().blocks(); }
// What the lists of a purge keep: a page of the first one, without which it could not go on where
// memory has run out (S12.20).
constexpr std::size_t kOnePage = 16;

// Beyond that page.
std::size_t RoomOf(const Heap& heap) {
  const Collector& collector = heap.collector();
  return collector.wavefront.work().capacity() + collector.wavefront.barrier().capacity() +
         collector.gatherer.gathered().capacity() + collector.purger.capacity() - kOnePage;
}

void MakeAndDrop(Heap& heap, int count) {
  std::vector<Node*> roots;
  for (int i = 0; i < count; ++i) heap.AddRoot(roots.emplace_back(heap.New<Node>('n')));
  for (Node* const root : roots) root->ready = false;
  heap.Collect();
  for (Node* const root : roots) heap.RemoveRoot(root);
  heap.Collect();
  for (Node* const root : roots) root->ready = true;
  heap.FinishPurge({});
}

// S14.3: blocks without objects, the room of the work lists, and of remembered serials.
TEST(Trim, GivesBackBlocksWorkListsAndSerials) {
  Heap heap;
  Node* const kept = heap.New<Node>('k');
  heap.AddRoot(kept);
  std::vector<Identity> identities;
  for (int i = 0; i < 5000; ++i) identities.push_back(heap.IdentityOf(heap.New<Node>('i')));
  for (const Identity& identity : identities) heap.Forget(identity);
  MakeAndDrop(heap, 20000);
  ASSERT_EQ(heap.ObjectCount(), 1u);
  const std::size_t serials = heap.collector().serials.room();
  if (!kAddressesWatched) {
    EXPECT_GT(BlocksOf(heap), 1u);
  }
  EXPECT_GT(RoomOf(heap), 20000u);
  EXPECT_GT(heap.collector().population.table.Free().capacity(), 20000u);
  heap.Trim();
  EXPECT_LE(BlocksOf(heap), 1u) << "that of the object that is left";
  EXPECT_EQ(RoomOf(heap), 0u);
  EXPECT_LT(heap.collector().serials.room(), serials);
  EXPECT_EQ(heap.collector().population.table.Free().capacity(),
            heap.collector().population.table.Free().size());
  EXPECT_EQ(kept->name, 'k');
  MakeAndDrop(heap, 100);
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// Bytes that this program has from malloc, and not given back.
std::size_t BytesInUse() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

class TrimmedWith : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, TrimmedWith, testing::Values(1u, 2u, 4u));

// S14.3: whichever list it is, whoever works.
TEST_P(TrimmedWith, AHeapHasAsMuchMemoryAsBeforeItWasLarge) {
  if (!FailingMemory::kWorks) return;  // a sanitizer's malloc does not say
  constexpr std::size_t kLittle = 65'536;
  Heap heap({.workers = GetParam()});
  const auto work = [&heap](int count) {
    Node* const top = heap.New<Node>('t');
    heap.AddRoot(top);
    for (int i = 0; i < count; ++i) {
      Node* const one = heap.New<Node>('n');
      one->left = top->left;
      one->right = top->right;
      (i % 2 == 0 ? top->left : top->right) = one;
    }
    heap.Start();
    heap.Tick(10);
    for (Node* at = top->left.Get(); at != nullptr; at = at->left.Get()) {
      heap.New<Node>('s')->left = at;
    }
    heap.Collect();
    heap.RemoveRoot(top);
    heap.Collect();
    heap.Trim();
  };
  work(10);
  const std::size_t before = BytesInUse();
  const Table& table = heap.collector().population.table;
  const std::size_t chunks = table.End() / kChunkEntries;
  work(100'000);
  const std::size_t of_table = (table.End() / kChunkEntries - chunks) * sizeof(Chunk) +
                               table.Free().capacity() * sizeof(Index);
  EXPECT_LE(BytesInUse(), before + of_table + kLittle);
}

// What referencers reported on another thread while the flip ran was a list of its own.
struct Thousand : Referencer {
  explicit Thousand(Heap& heap)
      : Referencer(heap, Kind::kWrapper, "thousand"), slot(heap.New<Node>('n')) {
    Register();
  }
  void Report(Reporter& to) const override {
    for (int i = 0; i < 1000; ++i) to(slot);
  }
  const ObjectPtr<Node> slot;
};
TEST(Trim, GivesBackTheListOfWhatWasReportedBesideTheFlip) {
  Heap heap({.workers = 2});
  const Thousand thousand(heap);
  heap.Collect();
  const Marker& marker = heap.collector().marker;
  EXPECT_GE(marker.reported().capacity(), 1000u);
  heap.Trim();
  EXPECT_EQ(marker.reported().capacity(), 0u);
}
// A heap may be dropped before it has taken them, and another one begins with its lists.
TEST(DroppedHeap, LeavesNothingThatWasReportedToTheNext) {
  Stall stall;
  const Stall::Use use(stall);
  {
    Heap heap({.workers = 2});
    const Thousand thousand(heap);
    heap.Start();
    ASSERT_EQ(heap.collector().marker.reported().size(), 1000u);
  }
  const Heap next;
  EXPECT_TRUE(next.collector().marker.reported().empty());
}

// The next heap that takes over the lists of a dropped one does not inherit those of a huge one.
TEST(Trim, AListThatALargeHeapLeftBehindIsFreedAndASmallOneIsKept) {
  std::vector<Index> large(1'000'000);
  Recycle(large);
  EXPECT_EQ(large.capacity(), 0u);
  std::vector<Index> small(100);
  Recycle(small);
  EXPECT_TRUE(small.empty());
  EXPECT_GE(small.capacity(), 100u);
}

// S14.3: in the middle of a cycle it takes nothing that is in use.
TEST(Trim, InTheMiddleOfACycleLosesNothing) {
  Lock lock;
  Heap heap({.workers = 2, .lock = &lock});
  RandomTree(heap, 2000);
  const Slice slice(lock);
  heap.Start();
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) {
    heap.Tick(100);
    heap.Trim();
  }
  const std::uint32_t count = heap.ObjectCount();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), count);
}

// S14.3, S9.17: when memory is low, before "complete" is told, for each way to collect; and not
// else, because the next cycle would have to allocate all of it again.
TEST(Trim, IsDoneBeforeCompleteWhenMemoryIsLow) {
  for (const bool low : {false, true}) {
    for (const int doomed : {0, 3000}) {
      for (const bool full : {false, true}) {
        Settings settings = Sliced();
        settings.purge_slice = settings.low_memory_purge_slice = 1;
        settings.low_memory_threshold = 100;
        ScheduledHeap world(settings);
        world.environment.free_megabytes = low ? 50 : 500;
        world.lock.Acquire();
        MakeAndDrop(world.heap, 3000);
        world.lock.Release();
        std::size_t room = 1;
        world.on_notice = [&](const Notification& one) {
          if (one.notice == Notice::kComplete) room = RoomOf(world.heap);
        };
        world.MakeGarbage(doomed);
        world.scheduler.Collect(full);
        while (world.scheduler.PurgePending()) world.Frame();
        EXPECT_EQ(room == 0, low) << doomed << full;
      }
    }
  }
}

// S14.3: a full collection that finishes a cycle which is under way does it for that one, too.
TEST(Trim, IsDoneBeforeTheCompleteOfACycleThatAFullCollectionFinishes) {
  for (const bool low : {false, true}) {
    for (const int frames : {1, 700}) {  // in its marking, and in its purge
      Settings settings = Sliced();
      settings.low_memory_purge_slice = settings.purge_slice;
      settings.low_memory_threshold = 100;
      ScheduledHeap world(settings);
      world.environment.free_megabytes = low ? 50 : 500;
      world.MakeChain(3000);
      world.MakeGarbage(3000);
      world.scheduler.RequestCollection(false);
      for (int i = 0; i < frames; ++i) world.Frame();
      ASSERT_EQ(world.scheduler.MarkingPending(), frames == 1);
      ASSERT_EQ(world.scheduler.PurgePending(), frames != 1);
      std::vector<bool> trimmed;
      world.on_notice = [&](const Notification& one) {
        if (one.notice == Notice::kComplete) trimmed.push_back(RoomOf(world.heap) == 0);
      };
      world.scheduler.Collect();
      EXPECT_EQ(trimmed, std::vector<bool>(2, low)) << frames;
    }
  }
}

}  // namespace
}  // namespace gc
