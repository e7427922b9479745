// core/base/reservation_test.cc -- a lock that is reserved before it is taken: a try in two parts.
//
// As in lock_test.cc, the test's thread is the collector's, and threads wait for what the lock's
// queries say.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>

#include "core/base/lock.h"

namespace gc {
namespace {

template <class Condition>
void Await(Condition&& condition) {
  while (!condition()) std::this_thread::yield();
}

// S7.6: between the two parts of a try no other thread enters, and afterwards each does.
TEST(Reservation, KeepsNewSectionsOutAndWaitsForNone) {
  Lock lock;
  {
    const Section open(lock);
    EXPECT_FALSE(lock.TryReserve());
    EXPECT_FALSE(lock.IsWanted());
  }
  for (const bool goes_on : {true, false}) {
    std::atomic<bool> entered{false};
    ASSERT_TRUE(lock.TryReserve());
    EXPECT_FALSE(lock.IsLocked());
    std::jthread worker([&] {
      const Section section(lock);
      entered = true;
    });
    Await([&] { return lock.Blocked() == 1; });
    { const Section mine(lock); }
    EXPECT_FALSE(entered);
    if (goes_on) {
      lock.Acquire();
      EXPECT_FALSE(entered);
      lock.Release();
    } else {
      lock.CallOff();
    }
    worker.join();
    EXPECT_TRUE(entered);
  }
}

// S7.6, S7.7: the same, but it waits for what is open.
TEST(Reservation, ThatWaitsBeginsWhenTheLastSectionEnds) {
  Lock lock;
  std::atomic<bool> open{false};
  std::atomic<bool> left{false};
  std::jthread worker([&] {
    const Section section(lock);
    open = true;
    Await([&] { return lock.IsWanted(); });
    left = true;
  });
  Await([&] { return open.load(); });
  lock.Reserve();
  EXPECT_TRUE(left);
  lock.Acquire();
  lock.Release();
}

// S7.2, S7.6: sections, slices, and reservations that go on or are called off, as fast as they can.
TEST(Reservation, LosesNoWakeUpAndOverlapsNoSection) {
  Lock lock;
  std::atomic<bool> stop{false};
  std::uint64_t written = 0;
  std::jthread worker([&] {
    while (!stop) {
      const Section section(lock);
      written += 1;
    }
  });
  std::uint64_t seen = 0;
  for (int slice = 0; slice < 1000 || seen < 1000; ++slice) {
    if (slice % 3 == 0) lock.Reserve();
    if (slice % 3 == 1 && !lock.TryReserve()) continue;
    if (slice % 3 != 2) {
      seen = written;
      if (slice % 2 == 0) {
        lock.CallOff();
        continue;
      }
    }
    lock.Acquire();
    seen = written;
    lock.Release();
  }
  stop = true;
}

}  // namespace
}  // namespace gc
