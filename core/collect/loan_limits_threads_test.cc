// core/collect/loan_limits_threads_test.cc -- where threads are lent nothing for their births, and
// where what they were lent and did not use is taken back.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

#include "core/population/stall.h"
#include "core/testing/birth_loans.h"
#include "core/testing/failing_memory.h"

namespace gc {
namespace {

class LoanLimits : public BirthLoansTest {};

// S1.11: no thread hears that the table is full while another one has indices that it does not use.
TEST_F(LoanLimits, AFullTableTakesBackWhatOthersDoNotUse) {
  Open({.max_objects = 1});  // at least two chunks
  const std::uint32_t capacity = table().Capacity() - 1;
  Elsewhere([&] { Make(200); },
            [&] {
              for (std::uint32_t i = 200; i < capacity; ++i) {
                ASSERT_NE(heap->TryNew<SmallObject>(), nullptr) << i;
              }
              EXPECT_EQ(heap->TryNew<SmallObject>(), nullptr);
            },
            // It was reclaimed, so there is none.
            [&] { EXPECT_EQ(heap->TryNew<SmallObject>(), nullptr); });
  EXPECT_EQ(heap->ObjectCount(), capacity);
  EXPECT_EQ(table().Free().size(), 0u);
}

// S1.8: an identity comes back although its index was lent to another thread meanwhile.
TEST_F(LoanLimits, AnIdentityTakesAnIndexThatIsLentAndNotUsed) {
  if (kAddressesWatched) return;  // each object has memory of its own, and nothing is lent
  heap->New<SmallObject>();
  std::vector<Identity> identities;
  for (int i = 0; i < 40; ++i) identities.push_back(heap->IdentityOf(heap->New<SmallObject>()));
  Collect();
  ASSERT_EQ(heap->ObjectCount(), 0u);
  std::size_t again = 0;
  Elsewhere([&] { Make(4); },  // one, and three of the four that it was lent
            [&] {
              for (const Identity& identity : identities) {
                if (table()[identity.index].Occupant() != nullptr) continue;
                again += heap->TryMake<SmallObject>({.identity = &identity}) != nullptr ? 1 : 0;
              }
            },
            [&] { Make(20); });
  EXPECT_EQ(again, identities.size() - 4) << "all that have no object by now";
  EXPECT_EQ(heap->ObjectCount(), 4 + again + 20);
  ExpectSound();
}

// S1.7, S1.11: nothing is lent where the order of indices counts, where low indices are left, where
// somebody waits to be told that the table is nearly full, and where bytes are limited.
TEST_F(LoanLimits, NothingIsLentWhereEachBirthCounts) {
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
TEST_F(LoanLimits, WhatIsLentGoesBackWhereIndicesAreNotReused) {
  std::vector<Index> indices;
  const auto make = [&](int objects) {
    for (int i = 0; i < objects; ++i) {
      indices.push_back(heap->New<SmallObject>()->header().index);
    }
  };
  Elsewhere([&] { make(2); },
            [&] {
              heap->ReuseIndices(false);
              EXPECT_EQ(heap->collector().births.loans().Lent().indices, 0u);
            },
            [&] { make(3); });
  make(3);
  const auto first_unlent = static_cast<Index>(3 + table().Free().size());
  for (std::size_t i = 2; i < indices.size(); ++i) EXPECT_EQ(indices[i], first_unlent + i - 2) << i;
  EXPECT_EQ(table().End() - 1, heap->ObjectCount() + table().Free().size());
  ExpectSound();
}

// S1.19: where the window is opened again, the next objects take the low indices that are left,
// also those of a thread that was lent others.
TEST_F(LoanLimits, AWindowThatOpensTakesBackWhatIsLent) {
  Open({.max_disregarded = 10});
  heap->CloseDisregardWindow();
  const auto expect_low = [&](int objects, bool low) {
    for (int i = 0; i < objects; ++i) {
      EXPECT_EQ(table().IsLow(heap->New<SmallObject>()->header().index), low);
    }
  };
  Elsewhere([&] { expect_low(3, false); }, [&] { EXPECT_TRUE(heap->OpenDisregardWindow()); },
            [&] { expect_low(5, true); });
  ExpectSound();
}

// S1.11: what others make may bring the notice near while a thread has indices that it was lent.
TEST_F(LoanLimits, ANoticeIsGivenByTheVeryBirthBesideALoan) {
  static std::atomic<int> told;
  told = 0;
  Open({.warn_at_objects = 100, .notices = {.say = [](void*, const CapacityNotice&) { ++told; }}});
  Elsewhere([&] { Make(30); },
            [&] {
              Make(68);
              EXPECT_EQ(told, 0);
            },
            [&] {
              Make(1);
              EXPECT_EQ(told, 0);
              Make(1);
              EXPECT_EQ(told, 1);
            });
}

// S1.19: an open window that has no low index counts what is made on a loan too.
TEST_F(LoanLimits, AnOpenWindowCountsEachBirth) {
  Elsewhere([&] { Make(150); });
  EXPECT_EQ(heap->CloseDisregardWindow(), 150u);
  Elsewhere([&] { Make(150); });
  EXPECT_EQ(heap->CloseDisregardWindow(), 150u);
}

// S1.19: the window may be closed, and opened again, while others make objects, each of which is
// counted or not. Without the table lock the sanitizer tells of a race.
TEST_F(LoanLimits, AWindowIsClosedBesideSectionsThatMakeObjects) {
  std::atomic<bool> done{false};
  std::atomic<std::uint32_t> made{0};
  std::thread other([&] {
    const Section section(lock);
    for (; !done; made.fetch_add(1, std::memory_order_relaxed)) heap->New<LargeObject>();
  });
  while (made.load(std::memory_order_relaxed) < 100) std::this_thread::yield();
  std::uint32_t counted = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t before = std::exchange(counted, heap->CloseDisregardWindow());
    EXPECT_GE(counted, before);
    heap->OpenDisregardWindow();
  }
  done = true;
  other.join();
  EXPECT_GT(counted, 0u);
  EXPECT_LE(heap->CloseDisregardWindow(), made);
}

// S1.7: no index is given out twice in a table that is nearly full, where threads take from one
// another what they were lent.
TEST_F(LoanLimits, ThreadsThatFillTheTableGetEachIndexOnce) {
  Open({.max_objects = 1});
  constexpr int kThreads = 4;
  const std::uint32_t capacity = table().Capacity() - 1;
  for (std::uint32_t i = 0; i + 2'000 < capacity; ++i) heap->New<SmallObject>();
  std::atomic<int> made{0};
  InSections(lock, kThreads, [&](int) {
    while (heap->TryNew<SmallObject>() != nullptr) ++made;
  });
  EXPECT_EQ(made, 2'000);
  EXPECT_EQ(heap->ObjectCount(), capacity);
  ExpectSound();
}

// S17.14: an object with flags needs room where its flags are listed, and is made without the loan.
TEST_F(LoanLimits, NothingIsLentToAnObjectWithFlags) {
  if (kAddressesWatched) return;  // each object has memory of its own, and nothing is lent
  Elsewhere([&] {
    const auto lent = [&] { return heap->collector().births.loans().Lent().indices; };
    Make(2);
    const std::uint64_t before = lent();
    ASSERT_GT(before, 1u);
    for (const ObjectFlags flags : {object_flag::kStandalone, object_flag::kMarkAsRoot}) {
      ASSERT_NE(heap->TryMake<SmallObject>({.flags = flags}), nullptr);
      EXPECT_EQ(lent(), before) << flags;
    }
    Make(1);
    EXPECT_EQ(lent(), before - 1);
  });
}

// S17.11: a loan that there is no memory for is none, and the birth does without it. The machinery
// of an earlier heap would have room in its lists.
TEST_F(LoanLimits, AnyAllocationOfTheFirstLoanMayFail) {
  if (!FailingMemory::kWorks) return;
  heap.reset();
  bool failed = true;
  int number = 0;
  for (; failed; ++number) {
    Stall stall;
    const Stall::Use use(stall);
    Open({});
    Elsewhere([&] {
      const FailingMemory memory(number);
      for (int i = 0; i < 3; ++i) heap->TryNew<SmallObject>();
      failed = memory.failed() > 0;
    });
    ASSERT_LT(number, 100);
    EXPECT_GE(heap->ObjectCount(), 2u) << number;
    ExpectSound();
    heap.reset();
  }
  EXPECT_GT(number, 3) << "the loan, and two lists of loans";
}

}  // namespace
}  // namespace gc
