// core/memory/blocks_test.cc -- each size has its own blocks, holes are filled again, and empty
// blocks go back.

#include "core/memory/blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

class BlocksTest : public testing::Test {
 protected:
  std::vector<void*> Many(std::size_t count, std::size_t bytes) {
    std::vector<void*> slots;
    for (std::size_t i = 0; i < count; ++i) slots.push_back(blocks.Allocate(bytes));
    return slots;
  }
  static std::uintptr_t BlockOf(void* slot) {
    return reinterpret_cast<std::uintptr_t>(slot) / kBlockBytes;
  }
  BlockSource source;
  Blocks blocks{source};
};

// S17.2
TEST_F(BlocksTest, EverySizeIsServedFromTheSmallestClassThatHoldsIt) {
  for (std::size_t bytes = 1; bytes <= Blocks::kLargest; ++bytes) {
    const std::size_t size_class = Blocks::ClassOf(bytes);
    ASSERT_GE(Blocks::kSlotBytes[size_class], bytes);
    if (size_class == 0) continue;
    ASSERT_LT(Blocks::kSlotBytes[size_class - 1], bytes);
  }
}

TEST_F(BlocksTest, SlotsOfABlockAreOfOneSize) {
  for (const std::size_t bytes : {std::size_t{40}, std::size_t{96}, std::size_t{5000}}) {
    const std::vector<void*> slots = Many(10, bytes);
    const std::size_t slot = Blocks::kSlotBytes[Blocks::ClassOf(bytes)];
    for (std::size_t i = 1; i < slots.size(); ++i) {
      EXPECT_EQ(BlockOf(slots[i]), BlockOf(slots[0]));
      EXPECT_EQ(static_cast<std::byte*>(slots[i]) - static_cast<std::byte*>(slots[i - 1]),
                static_cast<std::ptrdiff_t>(slot));
    }
  }
  EXPECT_EQ(blocks.blocks(), 3u);
}

TEST_F(BlocksTest, NoTwoSlotsOverlapAndNoneLeavesItsBlock) {
  std::set<std::byte*> ends;
  for (std::size_t size_class = 0; size_class < Blocks::kClasses; ++size_class) {
    const std::size_t bytes = Blocks::kSlotBytes[size_class];
    for (void* slot : Many(2 * Blocks::kSlotsPerBlock[size_class] + 1, bytes)) {
      std::byte* const start = static_cast<std::byte*>(slot);
      std::memset(start, 0xAB, bytes);
      ASSERT_EQ(BlockOf(start), BlockOf(start + bytes - 1));
      const auto next = ends.upper_bound(start);
      ASSERT_TRUE(next == ends.end() || *next - start >= static_cast<std::ptrdiff_t>(2 * bytes));
      ends.insert(start + bytes);
    }
    ends.clear();
    EXPECT_EQ(blocks.StatisticsOf(size_class).blocks, 3u);
  }
}

TEST_F(BlocksTest, AClassHasBlocksEvenIfAllAreFull) {
  EXPECT_FALSE(blocks.HasBlocksOf(3));
  Many(Blocks::kSlotsPerBlock[3], 64);
  EXPECT_TRUE(blocks.HasBlocksOf(3) && !blocks.HasBlocksOf(4));
}

// S17.2
TEST_F(BlocksTest, ASlotThatCameBackIsReusedByItsClassAndByNoOther) {
  std::vector<void*> slots = Many(3, 64);
  blocks.Free(slots[1]);
  EXPECT_NE(blocks.Allocate(48), slots[1]);
  EXPECT_NE(blocks.Allocate(80), slots[1]);
  EXPECT_EQ(blocks.Allocate(60), slots[1]);
}

// S17.7: the holes of a block are filled from its beginning to its end, whatever died first.
TEST_F(BlocksTest, HolesAreFilledInTheOrderOfMemory) {
  for (std::size_t size_class = 0; size_class < Blocks::kClasses; ++size_class) {
    const std::size_t bytes = Blocks::kSlotBytes[size_class];
    std::vector<void*> slots = Many(Blocks::kSlotsPerBlock[size_class], bytes);
    ASSERT_TRUE(std::is_sorted(slots.begin(), slots.end()));
    std::vector<void*> holes;
    std::minstd_rand random(static_cast<unsigned>(size_class) + 1);
    for (void* const slot : slots) {
      if (random() % 3 == 0 || slot == slots.back()) holes.push_back(slot);
    }
    std::shuffle(holes.begin(), holes.end(), random);
    for (void* const hole : holes) blocks.Free(hole);
    std::sort(holes.begin(), holes.end());
    EXPECT_EQ(Many(holes.size(), bytes), holes) << bytes;
    const std::vector<void*> next = Many(1, bytes);
    EXPECT_NE(BlockOf(next[0]), BlockOf(slots[0])) << "the block is full again";
  }
}

// S17.7: neither a birth nor a death reads or writes the memory of a slot.
TEST_F(BlocksTest, WhatIsInASlotBelongsToItsUserAlone) {
  const std::vector<void*> slots = Many(100, 64);
  for (void* const slot : slots) std::memset(slot, 0x5A, 64);
  for (std::size_t i = 0; i < slots.size(); i += 2) blocks.Free(slots[i]);
  for (std::size_t i = 0; i < slots.size(); i += 4) EXPECT_EQ(Many(1, 64)[0], slots[i / 2]);
  for (void* const slot : slots) {
    EXPECT_EQ(std::count(static_cast<char*>(slot), static_cast<char*>(slot) + 64, 0x5A), 64);
  }
}

// S17.4
TEST_F(BlocksTest, EverySlotIsAlignedTo16BytesAndLinesToLines) {
  for (std::size_t size_class = 0; size_class < Blocks::kClasses; ++size_class) {
    const std::size_t bytes = Blocks::kSlotBytes[size_class];
    for (void* slot : Many(20, bytes)) {
      const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(slot);
      ASSERT_EQ(address % kObjectAlignment, 0u);
      ASSERT_EQ(address % (bytes % 64 == 0 ? 64 : 16), 0u);
    }
  }
}

// S17.3
TEST_F(BlocksTest, EmptyBlocksServeAnotherSizeOrGoBack) {
  const std::vector<void*> small = Many(20 * Blocks::kSlotsPerBlock[1], 32);
  EXPECT_EQ(blocks.blocks(), 20u);
  for (void* slot : small) blocks.Free(slot);
  EXPECT_EQ(blocks.blocks(), 1 + Blocks::kSpares);
  Many(Blocks::kSpares, 5000);
  EXPECT_EQ(blocks.blocks(), 1 + Blocks::kSpares) << "one spare block serves them all";
  EXPECT_EQ(blocks.StatisticsOf(1).used, 0u);
}

// A block whose last object dies is empty, though the slots beside it were taken for a run.
TEST_F(BlocksTest, NoBlockIsInUseForTheSakeOfARun) {
  std::vector<void*> first = Many(Blocks::kSlotsPerBlock[3], 64);
  const std::vector<void*> second = Many(Blocks::kSlotsPerBlock[3], 64);
  for (std::size_t i = 0; i < 10; ++i) blocks.Free(first[i]);
  first[0] = Many(1, 64)[0];  // and nine slots are the rest of its run
  EXPECT_EQ(blocks.StatisticsOf(3).used, 2 * Blocks::kSlotsPerBlock[3] - 9);
  blocks.Free(second[0]);  // so that the other block is not the only one with room
  EXPECT_EQ(blocks.StatisticsOf(3).used, 2 * Blocks::kSlotsPerBlock[3] - 10);
  blocks.Free(first[0]);
  for (std::size_t i = 10; i < first.size(); ++i) blocks.Free(first[i]);
  EXPECT_EQ(blocks.StatisticsOf(3).used, Blocks::kSlotsPerBlock[3] - 1);
  EXPECT_EQ(blocks.StatisticsOf(3).blocks, 1u);
  EXPECT_EQ(blocks.Allocate(64), second[0]);
}

// S17.7: a hole before a run is filled before the rest of the run is.
TEST_F(BlocksTest, AHoleBeforeARunIsFilledFirst) {
  std::vector<void*> slots = Many(30, 64);
  blocks.Free(slots[5]);
  blocks.Free(slots[2]);
  EXPECT_EQ(Many(1, 64)[0], slots[2]);
  blocks.Free(slots[1]);
  EXPECT_EQ(Many(3, 64)[1], slots[5]);
  const std::vector<void*> rest = Many(Blocks::kSlotsPerBlock[3] - 31, 64);
  EXPECT_TRUE(std::is_sorted(rest.begin(), rest.end()));
  EXPECT_EQ(BlockOf(rest.back()), BlockOf(slots[0]));
  EXPECT_NE(BlockOf(blocks.Allocate(64)), BlockOf(slots[0])) << "no slot was lost";
}

constexpr std::size_t kPerRegion = BlockSource::kRegionBlocks * Blocks::kSlotsPerBlock[15];

// S17.3
TEST_F(BlocksTest, RegionsWithoutABlockInUseGoBackToTheSystem) {
  const std::vector<void*> slots = Many(5 * kPerRegion, 256);
  EXPECT_EQ(source.bytes(), 5 * BlockSource::kRegionBytes);
  blocks.Age();
  blocks.Age();
  for (void* slot : slots) blocks.Free(slot);
  EXPECT_LE(source.bytes(), 2 * BlockSource::kRegionBytes) << "one in use, one kept";
  blocks.Recycle();
  EXPECT_EQ(blocks.blocks(), Blocks::kSpares);
}

// S17.8: garbage at a constant pace finds the regions in which the last garbage was.
TEST_F(BlocksTest, RegionsThatAreFilledInEachCollectionAreKept) {
  std::vector<void*> kept = Many(kPerRegion, 256);
  for (int collection = 0; collection < 5; ++collection) {
    const std::vector<void*> garbage = Many(4 * kPerRegion, 256);
    for (void* slot : garbage) blocks.Free(slot);
    EXPECT_EQ(source.bytes(), 5 * BlockSource::kRegionBytes);
    blocks.Age();
  }
}

// S17.8: at the end of the second collection in which nothing is filled they go, and a few at a
// time, since that is part of a pause.
TEST_F(BlocksTest, RegionsThatAreNotNeededAnyMoreGoAFewAtATime) {
  const std::vector<void*> kept = Many(kPerRegion, 256);
  const std::vector<void*> garbage = Many(10 * kPerRegion, 256);
  for (void* slot : garbage) blocks.Free(slot);
  const auto regions = [this] { return source.bytes() / BlockSource::kRegionBytes; };
  blocks.Age();
  blocks.Age();
  EXPECT_EQ(regions(), 11u) << "it may be a pause between two bursts";
  blocks.Age();
  EXPECT_EQ(regions(), 7u);
  for (int i = 0; i < 5; ++i) blocks.Age();
  EXPECT_LE(regions(), 3u) << "one in use, one kept, and the spare blocks in one";
}

// S17.8: a heap that is dropped leaves nothing behind but a few blocks.
TEST_F(BlocksTest, WhatWasKeptForAHeapGoesWithIt) {
  const std::vector<void*> slots = Many(5 * kPerRegion, 256);
  for (void* slot : slots) blocks.Free(slot);
  EXPECT_EQ(source.bytes(), 5 * BlockSource::kRegionBytes);
  blocks.Recycle();
  EXPECT_LE(source.bytes(), 2 * BlockSource::kRegionBytes);
}

// S13.19, S17.3: after a trim nothing is kept that no slot is used of; the rest is as it was.
TEST_F(BlocksTest, ATrimGivesBackEveryEmptyBlockAndRegion) {
  std::vector<void*> kept = Many(3, 100);
  for (void* const slot : kept) std::memset(slot, 7, 100);
  const std::size_t per_region = BlockSource::kRegionBlocks * Blocks::kSlotsPerBlock[15];
  std::vector<void*> slots = Many(2 * per_region, 256);
  for (void* const slot : slots) blocks.Free(slot);
  ASSERT_GT(blocks.blocks(), 2u) << "spare ones";
  blocks.Trim();
  EXPECT_EQ(blocks.blocks(), 1u);
  EXPECT_EQ(source.bytes(), BlockSource::kRegionBytes);
  for (void* const slot : kept) {
    EXPECT_EQ(std::count(static_cast<char*>(slot), static_cast<char*>(slot) + 100, 7), 100);
    blocks.Free(slot);
  }
  blocks.Trim();
  EXPECT_EQ(blocks.blocks(), 0u);
  EXPECT_EQ(source.bytes(), 0u);
  EXPECT_NE(blocks.Allocate(100), nullptr);
  EXPECT_EQ(blocks.blocks(), 1u);
}

// S17.3: objects of one size never use the holes of another.
TEST_F(BlocksTest, HolesOfSmallObjectsDoNotSplitTheSpaceOfLargeOnes) {
  const std::vector<void*> small = Many(50 * Blocks::kSlotsPerBlock[1], 32);
  for (std::size_t i = 0; i < small.size(); ++i) {
    if (i % 2 != 0) blocks.Free(small[i]);  // frees every other slot of every block
  }
  const std::size_t before = blocks.blocks();
  Many(7 * 10, 8192);
  EXPECT_EQ(blocks.blocks(), before + 10) << "exactly what the large ones need";
  Many(small.size() / 2, 32);
  EXPECT_EQ(blocks.blocks(), before + 10) << "the holes are filled before a block is added";
}

// S17.3: with a constant population, churn needs no more blocks than its peak did.
TEST_F(BlocksTest, FragmentationOfEachClassIsBoundedByItsOwnPeak) {
  std::minstd_rand random(7);
  std::vector<std::pair<void*, std::size_t>> live;
  std::vector<std::size_t> used(Blocks::kClasses);
  std::vector<std::size_t> peak(Blocks::kClasses);
  const auto make = [&] {
    const std::size_t bytes = 32 + random() % 900;
    const std::size_t size_class = Blocks::ClassOf(bytes);
    peak[size_class] = std::max(peak[size_class], ++used[size_class]);
    return std::pair(blocks.Allocate(bytes), size_class);
  };
  for (int i = 0; i < 20'000; ++i) live.push_back(make());
  for (int i = 0; i < 300'000; ++i) {
    auto& victim = live[random() % live.size()];
    blocks.Free(victim.first);
    used[victim.second] -= 1;
    victim = make();
  }
  for (std::size_t each = 0; each < Blocks::kClasses; ++each) {
    const Blocks::ClassStatistics statistics = blocks.StatisticsOf(each);
    EXPECT_EQ(statistics.used, used[each]);
    EXPECT_LE(statistics.blocks, peak[each] / Blocks::kSlotsPerBlock[each] + 2);
  }
}

TEST_F(BlocksTest, ASourceGivesFromTheLowestRegionThatHasABlock) {
  std::vector<void*> taken;
  for (std::size_t i = 0; i < 2 * BlockSource::kRegionBlocks; ++i) taken.push_back(source.Take());
  std::sort(taken.begin(), taken.end());
  source.Give(taken.back());
  source.Give(taken[3]);
  EXPECT_EQ(source.Take(), taken[3]);
  EXPECT_EQ(source.Take(), taken.back());
}

// S17.1, S0.3: the address of an object never changes, however many holes the heap has.
TEST(HeapMemory, ObjectsStayWhereTheyAre) {
  Heap heap;
  std::vector<Node*> kept;
  for (int i = 0; i < 2000; ++i) {
    Node* const node = heap.New<Node>('a');
    if (i % 3 != 0) continue;
    heap.AddRoot(node);
    kept.push_back(node);
  }
  std::vector<Index> indices;
  for (const Node* node : kept) indices.push_back(node->header().index);
  for (int cycle = 0; cycle < 3; ++cycle) {
    heap.Collect();
    for (int i = 0; i < 500; ++i) heap.New<Node>('b');
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    EXPECT_EQ(heap.collector().population.table[indices[i]].Occupant(), kept[i]);
    EXPECT_EQ(kept[i]->name, 'a');
  }
}

// S17.3: a heap that is empty again holds only a few blocks, perhaps spare ones of an earlier heap.
TEST(HeapMemory, AHeapThatIsEmptyAgainHoldsAlmostNothing) {
  Heap heap;
  for (int i = 0; i < 100'000; ++i) heap.New<Node>('a');
  heap.Collect();
  EXPECT_EQ(heap.collector().memory.bytes(), 0u);
  EXPECT_LE(heap.collector().memory.blocks().blocks(), 1 + 2 * Blocks::kSpares);
}

// S17.8: what garbage had filled is kept for more of it, and goes when collections find none.
TEST(HeapMemory, ACollectionEndsAnAgeOfTheRegions) {
  if (kAddressesWatched) return;  // no object is in a block
  Heap heap;
  for (int i = 0; i < 20'000; ++i) heap.AddRoot(heap.New<Node>('a'));
  // What other tests left may have room, and is filled before.
  const std::size_t full = BlockSource::Shared().bytes() + 6 * BlockSource::kRegionBytes;
  while (BlockSource::Shared().bytes() < full) heap.New<Node>('b');
  heap.Collect();
  EXPECT_GT(BlockSource::Shared().bytes() + 3 * BlockSource::kRegionBytes, full);
  for (int i = 0; i < 8; ++i) heap.Collect();
  EXPECT_LE(BlockSource::Shared().bytes() + 3 * BlockSource::kRegionBytes, full);
}

struct Large : Object {
  explicit Large(const Birth& birth) : Object(birth) {}
  std::byte payload[20'000];
  static const Class kClass;
};
const Class Large::kClass = Describe<Large>("Large");

// S17.2: an object that is too large for a block has memory of its own, aligned in the same way.
TEST(HeapMemory, LargeObjectsAreNotOfABlock) {
  Heap heap;
  const ObjectMemory& memory = heap.collector().memory;
  const std::size_t before = memory.blocks().blocks();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(heap.New<Large>()) % kObjectAlignment, 0u);
  EXPECT_EQ(memory.blocks().blocks(), before);
  EXPECT_EQ(memory.bytes(), sizeof(Large));
  heap.Collect();
  EXPECT_EQ(memory.bytes(), 0u);
}

}  // namespace
}  // namespace gc
