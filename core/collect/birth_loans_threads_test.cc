// core/collect/birth_loans_threads_test.cc -- a thread that makes many objects in a section takes
// the table lock for few of them, and nothing is missing when the section has ended.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <latch>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "core/testing/birth_loans.h"
#include "core/testing/named.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

class BirthLoans : public BirthLoansTest {};

// S17.14: the first object takes it, the second is lent four indices, and a further loan is twice
// as large, up to 64.
TEST_F(BirthLoans, ASectionThatMakesManyObjectsTakesTheTableLockSeldom) {
  if (kAddressesWatched) return;  // each object has memory of its own, and nothing is lent
  EXPECT_EQ(LocksFor(1), 1u);
  const std::uint64_t for_two = LocksFor(2);
  EXPECT_EQ(for_two, 3u) << "one for the first, one to lend, and one to take back";
  EXPECT_EQ(LocksFor(5), for_two);
  EXPECT_EQ(LocksFor(6), for_two + 1);
  EXPECT_LT(LocksFor(10'000), 10'000u / 64 * 2 + 20);
}

// S1.7, S1.8, S17.2: what is observable afterwards is as if there had been no loans.
TEST_F(BirthLoans, WhatIsNotUsedGoesBackWhenTheSectionEnds) {
  if (kAddressesWatched) return;  // each object has memory of its own, and nothing is lent
  for (const int objects : {1, 2, 3, 5, 64, 65, 1000}) {
    Open({});
    Elsewhere([&] {
      for (int i = 0; i < objects; ++i) heap->New<SmallObject>();
      heap->New<LargeObject>();
    });
    const std::size_t count = static_cast<std::size_t>(objects) + 1;
    EXPECT_EQ(heap->ObjectCount(), count);
    EXPECT_EQ(table().End() - 1 - table().Free().size(), count);
    EXPECT_EQ(heap->collector().memory.bytes(),
              static_cast<std::size_t>(objects) * sizeof(SmallObject) + sizeof(LargeObject));
    EXPECT_EQ(UsedSlots(), count);
    ExpectSound();
  }
}

// S1.7: what was lent and not used is given out next, and in the same order.
TEST_F(BirthLoans, IndicesComeInTheOrderInWhichOneThreadAloneWouldGetThem) {
  if (kAddressesWatched) return;  // each object has memory of its own, and nothing is lent
  std::vector<Index> indices;
  const auto make = [&] { indices.push_back(heap->New<SmallObject>()->header().index); };
  for (int section = 0; section < 4; ++section) {
    Elsewhere([&] {
      for (int i = 0; i < 5; ++i) make();
    });
    make();
  }
  for (std::size_t i = 0; i < indices.size(); ++i) EXPECT_EQ(indices[i], i + 1);
}

// S7.9: nothing refers to what another thread made, and each is kept until it is handed over.
TEST_F(BirthLoans, EachObjectIsKeptUntilItIsHandedOver) {
  constexpr int kObjects = 300;
  std::vector<SmallObject*> made;
  Elsewhere([&] {
    for (int i = 0; i < kObjects; ++i) made.push_back(heap->New<SmallObject>());
    for (int i = 0; i < kObjects / 3; ++i) heap->HandOver(made[static_cast<std::size_t>(i)]);
  });
  Collect();
  EXPECT_EQ(heap->ObjectCount(), kObjects * 2 / 3);
  for (int i = kObjects / 3; i < kObjects; ++i) heap->HandOver(made[static_cast<std::size_t>(i)]);
  Collect();
  EXPECT_EQ(heap->ObjectCount(), 0u);
  // An index that was lent, or of which the object is gone, keeps nothing that gets it later.
  for (int i = 0; i < kObjects; ++i) heap->New<SmallObject>();
  Collect();
  EXPECT_EQ(heap->ObjectCount(), 0u);
}

// S3.5: what is given up was never an object: its index keeps nothing that gets it later.
TEST(BirthLoansAndNames, WhatIsGivenUpInItsSectionLeavesNothing) {
  constexpr std::uint32_t kKept = 5;
  constexpr std::uint32_t kTail = 100'000;
  Lock lock;
  Workshop shop({.lock = &lock});
  const std::uint32_t before = shop.heap.ObjectCount();
  const std::size_t bytes = shop.heap.collector().memory.bytes();
  OnThreads(1, [&](int) {
    const Section section(lock);
    for (std::uint32_t i = 1; i < kKept; ++i) shop.heap.New<SmallObject>();
    for (int i = 0; i < 110; ++i) {
      const Reserved<Thing> given_up = shop.make.Reserve<Thing>({.name = "given-up"});
      EXPECT_NE(given_up.object(), nullptr);
    }
    // The bytes that there are were counted before those of what was given up were taken off.
    EXPECT_NE(shop.heap.TryNewWithTail<SmallObject>(kTail), nullptr);
  });
  EXPECT_EQ(shop.heap.ObjectCount(), before + kKept);
  EXPECT_EQ(shop.heap.collector().memory.bytes(),
            bytes + kKept * sizeof(SmallObject) + kTail * sizeof(ObjectSlot));
  for (int i = 0; i < 100; ++i) shop.heap.New<SmallObject>();
  const Slice slice(lock);
  EXPECT_EQ(Verifier().Verify(shop.heap), std::nullopt);
  shop.heap.Collect();
  EXPECT_EQ(shop.heap.ObjectCount(), before + kKept);
}

// S3.2: memory that was used before is zero again.
TEST_F(BirthLoans, MemoryThatWasUsedIsCleared) {
  std::vector<LargeObject*> made;
  const auto make = [&](bool expect_zero) {
    Elsewhere([&] {
      for (int i = 0; i < 100; ++i) {
        made.push_back(heap->New<LargeObject>());
        for (const std::byte each : made.back()->rest)
          EXPECT_TRUE(!expect_zero || each == std::byte{0});
        std::memset(made.back()->rest, 0xAB, sizeof made.back()->rest);
      }
    });
  };
  make(false);
  for (LargeObject* const one : made) heap->HandOver(one);
  Collect();
  make(true);
}

// S1.7: no index and no slot is given out twice, however threads and sections meet.
TEST_F(BirthLoans, NoTwoObjectsShareAnIndexOrASlot) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 60;
  std::atomic<int> made{0};
  for (int round = 0; round < 6; ++round) {
    OnThreads(kThreads, [&](int thread) {
      for (int i = 0; i < kRounds; ++i) {
        const Section section(lock);
        for (int k = 0; k < (i * 7 + thread) % 90; ++k) {
          Object* const object = k % 3 == 0 ? static_cast<Object*>(heap->New<LargeObject>())
                                            : static_cast<Object*>(heap->New<SmallObject>());
          ASSERT_EQ(table()[object->header().index].Occupant(), object);
          if (k % 2 == 0) heap->HandOver(object);
          made += k % 2 == 0 ? 0 : 1;
        }
      }
    });
    Collect();
    ASSERT_EQ(heap->ObjectCount(), static_cast<std::uint32_t>(made));
    ExpectSound();
  }
}

// S7.1: what the section gives back when it ends would be another heap's.
TEST(BirthLoansDeathTest, AHeapIsDroppedBesideASectionThatMakesObjects) {
  if (kAddressesWatched) return;  // each object has memory of its own, and nothing is lent
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        Lock lock;
        auto heap = std::make_unique<Heap>(HeapOptions{.lock = &lock});
        std::latch made(1);
        std::latch never(1);
        std::thread maker([&] {
          const Section section(lock);
          for (int i = 0; i < 2; ++i) heap->New<SmallObject>();
          made.count_down();
          never.wait();
        });
        made.wait();
        heap.reset();
      },
      "must not be dropped beside a section.*\n.*rule lock-excludes");
}

}  // namespace
}  // namespace gc
