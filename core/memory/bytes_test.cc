// core/memory/bytes_test.cc -- how many bytes a heap of many objects needs beside the objects.

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

constexpr std::size_t kObjects = 500'000;

// An object of so many bytes, header included, with two references.
template <std::size_t kBytes>
struct Sized : Object {
  explicit Sized(const Birth& birth) : Object(birth) {}
  ObjectPtr<Object> first, second;
  std::byte rest[kBytes - sizeof(Object) - 2 * sizeof(void*)];
  static const Class kClass;
};
template <std::size_t kBytes>
const Reference kBoth[] = {Reference::To(&Sized<kBytes>::first, "first"),
                           Reference::To(&Sized<kBytes>::second, "second")};
template <std::size_t kBytes>
const Class Sized<kBytes>::kClass = Describe<Sized<kBytes>>("Sized", kBoth<kBytes>);
static_assert(sizeof(Sized<64>) == 64 && sizeof(Sized<128>) == 128);

// Sizes of 64 to 128 bytes, 96 in the middle.
Object* NewOfAnySize(Heap& heap, std::size_t number) {
  switch (number % 5) {
    case 0:
      return heap.New<Sized<64>>();
    case 1:
      return heap.New<Sized<80>>();
    case 2:
      return heap.New<Sized<96>>();
    case 3:
      return heap.New<Sized<112>>();
    default:
      return heap.New<Sized<128>>();
  }
}

// Bytes for each object beyond its own 96: of the table, and of blocks that are not quite full.
// Where addresses are watched, no object is in a block.
std::size_t MoreForEach(const Heap& heap) {
  const std::size_t in_blocks = heap.collector().memory.blocks().blocks() * kBlockBytes;
  return sizeof(Entry) + sizeof(MarkByte) + (kAddressesWatched ? 0 : in_blocks / kObjects - 96);
}

class Bytes : public testing::Test {
 protected:
  void SetUp() override {
    for (std::size_t i = 0; i < kObjects; ++i) objects.push_back(NewOfAnySize(heap, i));
  }
  Heap heap;
  std::vector<Object*> objects;
};

// S17.6: 16 bytes for the entry, one for the mark, and a little that blocks do not use.
TEST_F(Bytes, OfAnObjectAreItsOwnAndFewMore) {
  constexpr std::size_t kOfTheTable = kPackedEntries ? 17 : 25;
  EXPECT_LE(MoreForEach(heap), kOfTheTable + 1);
  EXPECT_EQ(sizeof(Chunk) / kChunkEntries, kPackedEntries ? 21u : 25u)
      << "with the links of clusters, of which no page is touched without one";
}

// S17.6: the lists of the marking, at their longest.
TEST_F(Bytes, OfTheListsThatACollectionLeavesAreFewToo) {
  std::minstd_rand random(7);
  for (Object* const object : objects) {
    static_cast<Sized<64>*>(object)->first = objects[random() % kObjects];
    static_cast<Sized<64>*>(object)->second = objects[random() % kObjects];
  }
  for (std::size_t i = 0; i < 100; ++i) heap.AddRoot(objects[i]);
  heap.Collect();
  ASSERT_GT(heap.ObjectCount(), kObjects / 2);
  const Wavefront& wavefront = heap.collector().wavefront;
  const std::size_t listed = wavefront.work().capacity() + wavefront.barrier().capacity();
  EXPECT_LE(listed * sizeof(void*), 4 * kObjects);
  heap.Trim();
  EXPECT_EQ(wavefront.work().capacity() + wavefront.barrier().capacity(), 0u);
}

// S17.6: what died leaves no more behind, when what was made in its place is there.
TEST_F(Bytes, OfAHeapThatWasHalfRenewedAreAsMany) {
  const std::size_t before = heap.collector().memory.blocks().blocks();
  for (std::size_t i = 0; i < kObjects; i += 2) heap.AddRoot(objects[i]);
  heap.Collect();
  ASSERT_EQ(heap.ObjectCount(), kObjects / 2);
  for (std::size_t i = 1; i < kObjects; i += 2) NewOfAnySize(heap, i);
  EXPECT_LE(heap.collector().memory.blocks().blocks(), before);
  EXPECT_EQ(heap.collector().population.table.End(), kObjects + 1);
}

}  // namespace
}  // namespace gc
