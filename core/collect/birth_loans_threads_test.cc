// core/collect/birth_loans_threads_test.cc -- a thread that makes many objects in a section takes
// the table lock for few of them, and nothing is missing when the section has ended.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <functional>
#include <latch>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "core/heap/factory.h"
#include "core/inspect/verify/verifier.h"
#include "core/testing/named.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

struct Small : Object {
  explicit Small(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Class Small::kClass = Describe<Small>("Small");

struct Large : Object {
  explicit Large(const Birth& birth) : Object(birth) {}
  std::byte rest[200];
  static const Class kClass;
};
const Class Large::kClass = Describe<Large>("Large");

class BirthLoans : public testing::Test {
 protected:
  BirthLoans() { Open({}); }
  void Open(HeapOptions options) {
    options.lock = &lock;
    heap.emplace(options);
  }
  const Table& table() const { return heap->collector().population.table; }
  std::uint64_t TimesTaken() const { return heap->collector().population.sharing.TimesTaken(); }
  // Slots that hold an object, or that the heap thinks do.
  std::size_t UsedSlots() const {
    std::size_t used = 0;
    for (std::size_t i = 0; i < Blocks::kClasses; ++i) {
      used += heap->collector().memory.blocks().StatisticsOf(i).used;
    }
    return used;
  }
  // On a thread of its own, in a section.
  void Elsewhere(const std::function<void()>& body) {
    OnThreads(1, [&](int) {
      const Section section(lock);
      body();
    });
  }
  void Collect() {
    const Slice slice(lock);
    heap->Collect();
  }
  void ExpectSound() {
    const Slice slice(lock);
    EXPECT_EQ(Verifier().Verify(*heap), std::nullopt);
  }
  // How often the table lock is taken while a thread makes so many objects in a section.
  std::uint64_t LocksFor(int objects) {
    const std::uint64_t before = TimesTaken();
    Elsewhere([&] {
      for (int i = 0; i < objects; ++i) heap->New<Small>();
    });
    return TimesTaken() - before;
  }

  Lock lock;
  std::optional<Heap> heap;
};

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
      for (int i = 0; i < objects; ++i) heap->New<Small>();
      heap->New<Large>();
    });
    const std::size_t count = static_cast<std::size_t>(objects) + 1;
    EXPECT_EQ(heap->ObjectCount(), count);
    EXPECT_EQ(table().End() - 1 - table().Free().size(), count);
    EXPECT_EQ(heap->collector().memory.bytes(),
              static_cast<std::size_t>(objects) * sizeof(Small) + sizeof(Large));
    EXPECT_EQ(UsedSlots(), count);
    ExpectSound();
  }
}

// S1.7: what was lent and not used is given out next, and in the same order.
TEST_F(BirthLoans, IndicesComeInTheOrderInWhichOneThreadAloneWouldGetThem) {
  if (kAddressesWatched) return;  // each object has memory of its own, and nothing is lent
  std::vector<Index> indices;
  const auto make = [&] { indices.push_back(heap->New<Small>()->header().index); };
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
  std::vector<Small*> made;
  Elsewhere([&] {
    for (int i = 0; i < kObjects; ++i) made.push_back(heap->New<Small>());
    for (int i = 0; i < kObjects / 3; ++i) heap->HandOver(made[static_cast<std::size_t>(i)]);
  });
  Collect();
  EXPECT_EQ(heap->ObjectCount(), kObjects * 2 / 3);
  for (int i = kObjects / 3; i < kObjects; ++i) heap->HandOver(made[static_cast<std::size_t>(i)]);
  Collect();
  EXPECT_EQ(heap->ObjectCount(), 0u);
  // An index that was lent, or of which the object is gone, keeps nothing that gets it later.
  for (int i = 0; i < kObjects; ++i) heap->New<Small>();
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
    for (std::uint32_t i = 1; i < kKept; ++i) shop.heap.New<Small>();
    for (int i = 0; i < 110; ++i) {
      const Reserved<Thing> given_up = shop.make.Reserve<Thing>({.name = "given-up"});
      EXPECT_NE(given_up.object(), nullptr);
    }
    // The bytes that there are were counted before those of what was given up were taken off.
    EXPECT_NE(shop.heap.TryNewWithTail<Small>(kTail), nullptr);
  });
  EXPECT_EQ(shop.heap.ObjectCount(), before + kKept);
  EXPECT_EQ(shop.heap.collector().memory.bytes(),
            bytes + kKept * sizeof(Small) + kTail * sizeof(ObjectSlot));
  for (int i = 0; i < 100; ++i) shop.heap.New<Small>();
  const Slice slice(lock);
  EXPECT_EQ(Verifier().Verify(shop.heap), std::nullopt);
  shop.heap.Collect();
  EXPECT_EQ(shop.heap.ObjectCount(), before + kKept);
}

// S3.2: memory that was used before is zero again.
TEST_F(BirthLoans, MemoryThatWasUsedIsCleared) {
  std::vector<Large*> made;
  const auto make = [&](bool expect_zero) {
    Elsewhere([&] {
      for (int i = 0; i < 100; ++i) {
        made.push_back(heap->New<Large>());
        for (const std::byte each : made.back()->rest)
          EXPECT_TRUE(!expect_zero || each == std::byte{0});
        std::memset(made.back()->rest, 0xAB, sizeof made.back()->rest);
      }
    });
  };
  make(false);
  for (Large* const one : made) heap->HandOver(one);
  Collect();
  make(true);
}

// S1.11: no thread hears that the table is full while another one has indices that it does not use.
TEST_F(BirthLoans, AFullTableTakesBackWhatOthersDoNotUse) {
  Open({.max_objects = 1});  // at least two chunks
  const std::uint32_t capacity = table().Capacity() - 1;
  std::latch lent(1), filled(1);
  std::thread holder([&] {
    const Section section(lock);
    for (int i = 0; i < 200; ++i) heap->New<Small>();
    lent.count_down();
    filled.wait();
    // It was reclaimed, so there is none.
    EXPECT_EQ(heap->TryNew<Small>(), nullptr);
  });
  lent.wait();
  for (std::uint32_t i = 200; i < capacity; ++i) ASSERT_NE(heap->TryNew<Small>(), nullptr) << i;
  EXPECT_EQ(heap->TryNew<Small>(), nullptr);
  filled.count_down();
  holder.join();
  EXPECT_EQ(heap->ObjectCount(), capacity);
  EXPECT_EQ(table().Free().size(), 0u);
}

// S1.8: an identity comes back although its index was lent to another thread meanwhile.
TEST_F(BirthLoans, AnIdentityTakesAnIndexThatIsLentAndNotUsed) {
  if (kAddressesWatched) return;  // each object has memory of its own, and nothing is lent
  heap->New<Small>();
  std::vector<Identity> identities;
  for (int i = 0; i < 40; ++i) identities.push_back(heap->IdentityOf(heap->New<Small>()));
  Collect();
  ASSERT_EQ(heap->ObjectCount(), 0u);
  std::latch lent(1), made(1);
  std::thread holder([&] {
    const Section section(lock);
    for (int i = 0; i < 4; ++i) heap->New<Small>();  // one, and three of the four that it was lent
    lent.count_down();
    made.wait();
    for (int i = 0; i < 20; ++i) heap->New<Small>();
  });
  lent.wait();
  std::size_t again = 0;
  for (const Identity& identity : identities) {
    if (table()[identity.index].Occupant() != nullptr) continue;
    again += heap->TryMake<Small>({.identity = &identity}) != nullptr ? 1 : 0;
  }
  made.count_down();
  holder.join();
  EXPECT_EQ(again, identities.size() - 4) << "all that have no object by now";
  EXPECT_EQ(heap->ObjectCount(), 4 + again + 20);
  ExpectSound();
}

// S1.7, S1.11: nothing is lent where the order of indices counts, where low indices are left, where
// somebody waits to be told that the table is nearly full, and where bytes are limited.
TEST_F(BirthLoans, NothingIsLentWhereEachBirthCounts) {
  if (kAddressesWatched) return;  // each object has memory of its own, and nothing is lent
  constexpr int kObjects = 200;
  heap->ReuseIndices(false);
  const std::uint64_t in_order = LocksFor(kObjects);
  EXPECT_GE(in_order, std::uint64_t{kObjects});
  EXPECT_LE(in_order, kObjects + 4u) << "a section does not ask again and again";
  Open({.max_disregarded = 1000});
  EXPECT_GE(LocksFor(kObjects), std::uint64_t{kObjects});
  static int told;
  told = 0;
  const CapacitySink sink = {.say = [](void*, const CapacityNotice&) { ++told; }};
  Open({.warn_at_objects = 100, .notices = sink});
  EXPECT_GE(LocksFor(98), 98u - BirthLoan::kMost) << "each one that might be near";
  EXPECT_EQ(told, 0);
  LocksFor(2);
  EXPECT_EQ(told, 1) << "by the very birth that is the hundredth";
  Open({.warn_at_objects = 100'000, .notices = sink});
  EXPECT_LT(LocksFor(kObjects), std::uint64_t{kObjects} / 4) << "that is far away";
  Open({.max_bytes = 1'000'000});
  EXPECT_GE(LocksFor(kObjects), std::uint64_t{kObjects});
}

// S1.7: an index that was lent was not used yet, and is not lost where none is used twice.
TEST_F(BirthLoans, WhatIsLentGoesBackWhereIndicesAreNotReused) {
  std::vector<Index> indices;
  const auto make = [&] { indices.push_back(heap->New<Small>()->header().index); };
  std::latch lent(1), set(1);
  std::thread holder([&] {
    const Section section(lock);
    for (int i = 0; i < 2; ++i) make();
    lent.count_down();
    set.wait();
    for (int i = 0; i < 3; ++i) make();
  });
  lent.wait();
  heap->ReuseIndices(false);
  EXPECT_EQ(heap->collector().births.loans().Lent().indices, 0u);
  set.count_down();
  holder.join();
  for (int i = 0; i < 3; ++i) make();
  const Index first_unlent = 3 + table().Free().size();
  for (std::size_t i = 2; i < indices.size(); ++i) EXPECT_EQ(indices[i], first_unlent + i - 2) << i;
  EXPECT_EQ(table().End() - 1, heap->ObjectCount() + table().Free().size());
  ExpectSound();
}

// S1.19: where the window is opened again, the next objects take the low indices that are left,
// also those of a thread that was lent others.
TEST_F(BirthLoans, AWindowThatOpensTakesBackWhatIsLent) {
  Open({.max_disregarded = 10});
  heap->CloseDisregardWindow();
  std::latch lent(1), open(1);
  std::thread holder([&] {
    const Section section(lock);
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(table().IsLow(heap->New<Small>()->header().index));
    lent.count_down();
    open.wait();
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(table().IsLow(heap->New<Small>()->header().index));
  });
  lent.wait();
  EXPECT_TRUE(heap->OpenDisregardWindow());
  open.count_down();
  holder.join();
  ExpectSound();
}

// S1.11: what others make may bring the notice near while a thread has indices that it was lent.
TEST_F(BirthLoans, ANoticeIsGivenByTheVeryBirthBesideALoan) {
  static std::atomic<int> told;
  told = 0;
  Open({.warn_at_objects = 100, .notices = {.say = [](void*, const CapacityNotice&) { ++told; }}});
  std::latch lent(1), near(1);
  std::thread holder([&] {
    const Section section(lock);
    for (int i = 0; i < 30; ++i) heap->New<Small>();
    lent.count_down();
    near.wait();
    heap->New<Small>();
    EXPECT_EQ(told, 0);
    heap->New<Small>();
    EXPECT_EQ(told, 1);
  });
  lent.wait();
  for (int i = 0; i < 68; ++i) heap->New<Small>();
  EXPECT_EQ(told, 0);
  near.count_down();
  holder.join();
}

// S1.19: an open window that has no low index counts what is made on a loan too.
TEST_F(BirthLoans, AnOpenWindowCountsEachBirth) {
  Elsewhere([&] {
    for (int i = 0; i < 150; ++i) heap->New<Small>();
  });
  EXPECT_EQ(heap->CloseDisregardWindow(), 150u);
  Elsewhere([&] {
    for (int i = 0; i < 150; ++i) heap->New<Small>();
  });
  EXPECT_EQ(heap->CloseDisregardWindow(), 150u);
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
          Object* const object = k % 3 == 0 ? static_cast<Object*>(heap->New<Large>())
                                            : static_cast<Object*>(heap->New<Small>());
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

// The same in a table that is nearly full, so that threads take from one another what they were
// lent.
TEST_F(BirthLoans, ThreadsThatFillTheTableGetEachIndexOnce) {
  Open({.max_objects = 1});
  constexpr int kThreads = 4;
  const std::uint32_t capacity = table().Capacity() - 1;
  for (std::uint32_t i = 0; i + 2'000 < capacity; ++i) heap->New<Small>();
  std::atomic<int> made{0};
  InSections(lock, kThreads, [&](int) {
    while (heap->TryNew<Small>() != nullptr) ++made;
  });
  EXPECT_EQ(made, 2'000);
  EXPECT_EQ(heap->ObjectCount(), capacity);
  ExpectSound();
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
          for (int i = 0; i < 2; ++i) heap->New<Small>();
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
