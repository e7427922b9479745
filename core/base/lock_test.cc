// core/base/lock_test.cc -- no section of another thread overlaps a slice of the collector.
//
// The test's own thread plays the collector. A thread never waits for a length of time: it waits
// until the lock's queries say that another thread has come far enough. So the result of a test
// does not depend on timing.
//
// Label: threads.

#include "core/base/lock.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <thread>

namespace gc {
namespace {

template <class Condition>
void Until(Condition&& condition) {
  while (!condition()) std::this_thread::yield();
}

// S7.1, S7.2, S7.3: sections and slices use the same plain memory, so ThreadSanitizer reports a
// race if the lock does not order them.
TEST(Lock, NoSectionOverlapsASlice) {
  constexpr int kThreads = 3;
  constexpr std::uint64_t kSections = 2000;
  Lock lock;
  std::atomic<int> inside{0};
  std::atomic<int> overlaps{0};
  struct alignas(64) Cell {
    std::uint64_t value = 0;
  };
  std::array<Cell, kThreads> written;
  std::uint64_t slices = 0;  // written by slices, read by sections
  std::atomic<int> done{0};
  std::atomic<std::uint64_t> finished{0};  // slices so far; no worker ends before the first
  std::array<std::jthread, kThreads> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads[static_cast<std::size_t>(i)] = std::jthread([&, i] {
      std::uint64_t seen = 0;
      for (std::uint64_t n = 0; n < kSections; ++n) {
        Until([&] { return finished >= n / 20; });
        const Section section(lock);
        inside += 1;
        written[static_cast<std::size_t>(i)].value += 1;
        if (slices < seen || lock.IsLocked()) overlaps += 1;
        seen = slices;
        inside -= 1;
      }
      done += 1;
    });
  }
  std::uint64_t sum = 0;
  while (done != kThreads) {
    lock.Acquire();
    if (inside != 0) overlaps += 1;
    slices += 1;
    sum = 0;
    for (const Cell& cell : written) sum += cell.value;
    lock.Release();
    finished += 1;
  }
  lock.Acquire();
  sum = 0;
  for (const Cell& cell : written) sum += cell.value;
  lock.Release();
  EXPECT_EQ(overlaps, 0);
  EXPECT_EQ(sum, kThreads * kSections);
  EXPECT_GE(slices, 99u);
}

// S7.2: collector and section wake each other, whichever of them comes first.
TEST(Lock, NoWakeUpIsLost) {
  Lock lock;
  std::atomic<bool> stop{false};
  std::uint64_t sections = 0;
  std::jthread worker([&] {
    while (!stop) {
      const Section section(lock);
      sections += 1;
    }
  });
  std::uint64_t seen = 0;
  for (int slice = 0; slice < 1000 || seen < 1000; ++slice) {
    lock.Acquire();
    seen = sections;
    lock.Release();
  }
  stop = true;
}

// S7.4
TEST(Lock, SectionsOfOneThreadNestEvenWhileTheCollectorWaitsForThem) {
  Lock lock;
  std::atomic<bool> open{false};
  bool nested = false;
  std::jthread worker([&] {
    const Section outer(lock);
    open = true;
    Until([&] { return lock.IsWanted(); });
    const Section inner(lock);  // a nested section must not wait
    const Section innermost(lock);
    nested = true;
    EXPECT_EQ(lock.Sections(), 1u);
  });
  Until([&] { return open.load(); });
  lock.Acquire();
  EXPECT_TRUE(nested);
  lock.Release();
}

// S7.4
TEST(Lock, ASectionWaitsForTheSliceToEnd) {
  Lock lock;
  std::atomic<bool> entered{false};
  lock.Acquire();
  std::jthread worker([&] {
    const Section section(lock);
    entered = true;
  });
  Until([&] { return lock.Blocked() == 1; });
  EXPECT_FALSE(entered);
  EXPECT_TRUE(lock.IsLocked());
  lock.Release();
  worker.join();
  EXPECT_TRUE(entered);
}

// S7.4
TEST(Lock, SectionsOfSeveralThreadsAreOpenAtOnce) {
  Lock lock;
  const Section mine(lock);
  std::jthread worker([&] {
    const Section theirs(lock);
    EXPECT_EQ(lock.Sections(), 2u);
  });
}

// S7.4
TEST(Lock, SectionsOfTwoHeapsHaveNothingToDoWithEachOther) {
  Lock lock;
  Lock other;
  const Section section(other);
  EXPECT_TRUE(lock.TryAcquire());
  EXPECT_FALSE(lock.InSection());
  EXPECT_TRUE(other.InSection());
  lock.Release();
}

// S7.5
TEST(Lock, ACollectorThatWantsToRunHoldsOffNewSections) {
  Lock lock;
  std::atomic<bool> open{false};
  std::atomic<bool> entered{false};
  std::jthread late;
  std::jthread early([&] {
    const Section section(lock);
    open = true;
    Until([&] { return lock.IsWanted(); });
    late = std::jthread([&] {
      const Section too_late(lock);
      entered = true;
    });
    Until([&] { return lock.Blocked() == 1; });  // blocked before any slice runs
  });
  Until([&] { return open.load(); });
  lock.Acquire();
  EXPECT_FALSE(entered);
  lock.Release();
  early.join();
  late.join();
  EXPECT_TRUE(entered);
}

// S7.5: a blocked section gets its turn before the next slice.
TEST(Lock, AThreadThatWaitedForASliceGetsASectionBeforeTheNextSlice) {
  Lock lock;
  std::atomic<bool> finished{false};
  lock.Acquire();
  std::jthread worker([&] {
    const Section section(lock);
    finished = true;
  });
  Until([&] { return lock.Blocked() == 1; });
  lock.Release();
  lock.Acquire();  // without a pause between the two slices
  EXPECT_TRUE(finished);
  lock.Release();
}

// S7.5
TEST(Lock, TheCollectorStartsUnderALoadOfShortSections) {
  Lock lock;
  std::atomic<bool> stop{false};
  std::array<std::jthread, 3> threads;
  for (std::jthread& thread : threads) {
    thread = std::jthread([&] {
      while (!stop) const Section section(lock);
    });
  }
  for (int slice = 0; slice < 200; ++slice) {
    lock.Acquire();
    lock.Release();
  }
  stop = true;
}

// S7.6
TEST(Lock, ATryFailsAtOnceWhileASectionIsOpenAndLeavesNoTrace) {
  Lock lock;
  std::atomic<bool> open{false};
  std::atomic<bool> tried{false};
  std::jthread worker([&] {
    const Section section(lock);
    open = true;
    Until([&] { return tried.load(); });
  });
  Until([&] { return open.load(); });
  EXPECT_FALSE(lock.TryAcquire());
  EXPECT_FALSE(lock.IsWanted());
  EXPECT_FALSE(lock.IsLocked());
  tried = true;
  worker.join();
  EXPECT_TRUE(lock.TryAcquire());
  EXPECT_TRUE(lock.IsLocked());
  lock.Release();
  EXPECT_FALSE(lock.IsLocked());
}

// S7.8
TEST(Lock, KnowsTheCollectorsThread) {
  Lock lock;
  EXPECT_TRUE(lock.OnCollectorThread());
  bool elsewhere = true;
  std::jthread([&] { elsewhere = lock.OnCollectorThread(); }).join();
  EXPECT_FALSE(elsewhere);
}

class LockDeathTest : public testing::Test {
 protected:
  LockDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

// S7.4
TEST_F(LockDeathTest, TheCollectorsThreadWaitsForItsOwnSection) {
  EXPECT_DEATH(
      {
        Lock lock;
        const Section section(lock);
        lock.Acquire();
      },
      "a section of its own thread: its section is at .*lock_test.cc:[0-9]+\n"
      ".*rule lock-excludes");
}

// S7.4
TEST_F(LockDeathTest, TheCollectorsThreadAsksForASectionInASlice) {
  EXPECT_DEATH(
      {
        Lock lock;
        lock.Acquire();
        const Section section(lock);
      },
      "asks for a section inside a slice: .*lock_test.cc:[0-9]+\n.*rule lock-excludes");
}

// S7.4
TEST_F(LockDeathTest, AThreadThatTheCollectorWaitsForAsksForASection) {
  EXPECT_DEATH(
      {
        Lock lock;
        std::atomic<bool> awaited{false};
        lock.Acquire();
        std::jthread worker([&] {
          Until([&] { return awaited.load(); });
          const Section section(lock);
        });
        const Awaiting awaiting(lock, worker.get_id());
        awaited = true;
        worker.join();
      },
      "deadlock: .*waits for the slice to end: thread [0-9]+, whose section is at "
      ".*lock_test.cc:[0-9]+; the collector waits at .*lock_test.cc:[0-9]+\n"
      ".*rule lock-excludes");
}

// S7.4
TEST_F(LockDeathTest, TheCollectorWaitsForAThreadThatIsBlockedByIt) {
  EXPECT_DEATH(
      {
        Lock lock;
        lock.Acquire();
        std::jthread worker([&] { const Section section(lock); });
        Until([&] { return lock.Blocked() == 1; });
        const Awaiting awaiting(lock, worker.get_id());
        worker.join();
      },
      "deadlock: .*waits for the slice to end: thread [0-9]+, whose section is at "
      ".*lock_test.cc:[0-9]+; the collector waits at .*lock_test.cc:[0-9]+\n");
}

// S7.1
TEST_F(LockDeathTest, ASliceInsideASlice) {
  EXPECT_DEATH(
      {
        Lock lock;
        lock.Acquire();
        lock.Acquire();
      },
      "must not begin inside a slice\n.*rule lock-excludes");
}

// S7.2
TEST_F(LockDeathTest, AnotherThreadTakesTheLock) {
  EXPECT_DEATH(
      {
        Lock lock;
        std::jthread([&] { lock.Acquire(); }).join();
      },
      "only the collector's thread.*Acquire by thread");
}

// S7.4
TEST_F(LockDeathTest, SectionsEndInTheWrongOrder) {
  EXPECT_DEATH(
      {
        Lock lock;
        auto first = std::make_unique<Section>(lock);
        const Section second(lock);
        first.reset();
      },
      "must end in reverse order");
}

// S7.4
TEST_F(LockDeathTest, ALockIsDroppedInASection) {
  EXPECT_DEATH(
      {
        auto lock = std::make_unique<Lock>();
        const Section section(*lock);
        lock.reset();
      },
      "must outlive its sections");
}

}  // namespace
}  // namespace gc
