// core/object/owner_test.cc -- of every object it is known whose it is and how many references
// trail it, wherever it lies.
//
// Row: S17.13.

#include "core/object/owner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

template <std::size_t kBytes>
struct Before {
  std::byte before[kBytes];
};
template <>
struct Before<0> {};

// The Object part begins `kOffset` bytes after the object.
template <std::size_t kOffset, std::size_t kBytes>
struct Placed : Before<kOffset>, Object {
  explicit Placed(const Birth& birth) : Object(birth) {}
  std::byte fields[kBytes];
  static const Class kClass;
};
template <std::size_t kOffset, std::size_t kBytes>
const Reference kTrailing[] = {Reference::Trailing<Placed<kOffset, kBytes>>("tail")};
template <std::size_t kOffset, std::size_t kBytes>
const Class Placed<kOffset, kBytes>::kClass =
    Describe<Placed<kOffset, kBytes>>("Placed", kTrailing<kOffset, kBytes>);

// One more word, and it is too large for a block.
constexpr std::size_t kFillsASlot = Blocks::kLargest - sizeof(Object);
constexpr std::size_t kLarge = 20'000;

// None, the most that a header counts and one more, the most that leave room for a prefix in the
// largest slot, which the same object without one would not fill, and a large object's.
constexpr std::uint32_t kTails[] = {0, 1, 127, 128, 1019, 1020, 1021, 5000};

class Owner : public testing::Test {
 protected:
  Owner() { EXPECT_TRUE(heaps[1].OpenDisregardWindow()); }
  ~Owner() override {
    heaps[0].Collect();
    EXPECT_EQ(heaps[0].collector().memory.bytes(), 0u);
    for (std::size_t i = 0; i < Blocks::kClasses; ++i) {
      EXPECT_EQ(heaps[0].collector().memory.blocks().StatisticsOf(i).used, 0u);
    }
  }

  template <class T>
  T* MadeIn(Heap& heap, std::uint32_t tail) {
    T* const made = heap.NewWithTail<T>(tail);
    std::memset(made->fields, 0xFF, sizeof made->fields);
    if constexpr (requires { made->before; }) {
      std::memset(made->before, 0xFF, sizeof made->before);
    }
    for (ObjectPtr<Object>& slot : Tail(*made)) slot = made;
    return made;
  }

  template <class T>
  static void ExpectKnown(T& object, Heap& heap, std::uint32_t tail) {
    EXPECT_EQ(&OwnerOf(object), &heap.collector());
    EXPECT_EQ(TailOf(object), tail);
    EXPECT_EQ(Tail(object).size(), tail);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&object) % kObjectAlignment, 0u);
    const ObjectMemory::Block block = ObjectMemory::BlockOf(object);
    EXPECT_EQ(block.start, &object);
    EXPECT_EQ(block.bytes, sizeof(T) + tail * sizeof(void*));
    EXPECT_TRUE(heap.collector().population.IsLive(object));
  }

  // Three lie side by side, in each of the heaps; what fills one says nothing of the next.
  template <class T>
  void ExpectKnownWithAnyTail() {
    for (const std::uint32_t tail : kTails) {
      SCOPED_TRACE(std::to_string(sizeof(T)) + " bytes and a tail of " + std::to_string(tail));
      std::vector<T*> made;
      for (int i = 0; i < 6; ++i) made.push_back(MadeIn<T>(heaps[i % 2], tail));
      for (std::size_t i = 0; i < made.size(); ++i) ExpectKnown(*made[i], heaps[i % 2], tail);
    }
  }

  // The second one has a pool with room for a few.
  Heap heaps[2] = {Heap{}, Heap{{.max_disregarded = 500, .permanent_bytes = 100'000}}};
};

TEST_F(Owner, AndTailAreKnownOfSmallObjects) { ExpectKnownWithAnyTail<Placed<0, 8>>(); }

TEST_F(Owner, AndTailAreKnownOfObjectsThatFillASlot) {
  ExpectKnownWithAnyTail<Placed<0, kFillsASlot>>();
}

TEST_F(Owner, AndTailAreKnownOfLargeObjects) { ExpectKnownWithAnyTail<Placed<0, kLarge>>(); }

TEST_F(Owner, AndTailAreKnownWhereverTheObjectPartBegins) {
  ExpectKnownWithAnyTail<Placed<8, 8>>();
  ExpectKnownWithAnyTail<Placed<16, 8>>();
  ExpectKnownWithAnyTail<Placed<24, 16>>();
  ExpectKnownWithAnyTail<Placed<2040, 8>>();
  ExpectKnownWithAnyTail<Placed<2040, kLarge>>();
}

// Of what is permanent too.
TEST_F(Owner, AndTailAreKnownInThePoolAndOfWhatDoesNotFitThere) {
  const PermanentPool& pool = heaps[1].collector().memory.pool();
  bool any_outside = false;
  for (int i = 0; i < 500; ++i) {
    const std::uint32_t tail = static_cast<std::uint32_t>(i) % 131;
    auto* const made = MadeIn<Placed<8, 16>>(heaps[1], tail);
    ExpectKnown(*made, heaps[1], tail);
    EXPECT_TRUE(heaps[1].collector().population.table.IsLow(made->header().index));
    any_outside |= !pool.Contains(made);
  }
  EXPECT_TRUE(any_outside);
  EXPECT_EQ(pool.used() > 50'000, !kFaulty);
}

// A prefix is where a block and a byte do not do.
TEST_F(Owner, IsTheBlocksOfMostObjects) {
  const auto has_prefix = [&]<class T>(T* object) { return object->header().around.HasPrefix(); };
  constexpr bool kNone = !ObjectMemory::kHasSlots;
  EXPECT_EQ(has_prefix(MadeIn<Placed<0, 8>>(heaps[0], 0)), kNone);
  EXPECT_EQ(has_prefix(MadeIn<Placed<16, 8>>(heaps[0], 127)), kNone);
  EXPECT_EQ(has_prefix(MadeIn<Placed<0, kFillsASlot>>(heaps[0], 0)), kNone);
  EXPECT_TRUE(has_prefix(MadeIn<Placed<0, 8>>(heaps[0], 128)));
  EXPECT_TRUE(has_prefix(MadeIn<Placed<0, kFillsASlot>>(heaps[0], 1)));
  EXPECT_TRUE(has_prefix(MadeIn<Placed<0, 8>>(heaps[1], 0))) << "in the pool";
}

// What trails an object is scanned to its end.
TEST_F(Owner, KeepsWhatTheLastTrailingReferenceNames) {
  for (const std::uint32_t tail : kTails) {
    if (tail == 0) continue;
    auto* const holder = heaps[0].NewWithTail<Placed<8, 8>>(tail);
    heaps[0].AddRoot(holder);
    Tail(*holder).back() = heaps[0].New<Node>('l');
    heaps[0].Collect();
    EXPECT_EQ(heaps[0].ObjectCount(), 2u) << tail;
    heaps[0].RemoveRoot(holder);
    heaps[0].Collect();
    EXPECT_EQ(heaps[0].ObjectCount(), 0u) << tail;
  }
}

// The next heap has the blocks of this one, or its machinery.
TEST_F(Owner, IsTheNextHeapWhereItsBlocksAreTakenOver) {
  for (int round = 0; round < 20; ++round) {
    Heap one, other;
    for (int i = 0; i < 5000; ++i) {
      ASSERT_EQ(&OwnerOf(*one.New<Node>('a')), &one.collector());
      ASSERT_EQ(&OwnerOf(*other.New<Node>('a')), &other.collector());
    }
  }
}

TEST(OwnerDeathTest, AnObjectPartThatBeginsTooFarBehindIsRefused) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Heap heap;
  using Far = Placed<2048, 8>;
  EXPECT_DEATH(heap.New<Far>(), "first 2048 bytes .*Placed");
}

}  // namespace
}  // namespace gc
