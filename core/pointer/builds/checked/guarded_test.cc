// core/pointer/builds/checked/guarded_test.cc -- what a mutex guards asks for its holder.
// Label: threads.

#include "core/base/guarded.h"

#include <gtest/gtest.h>

#include <thread>

#include "core/base/sharing.h"

namespace gc {
namespace {

struct GuardedCount {
  Mutex mutex;
  Guarded<int> count{mutex, 3};
};

TEST(Guarded, IsTouchedByTheHolder) {
  GuardedCount counted;
  const std::lock_guard hold(counted.mutex);
  *counted.count += 1;
  EXPECT_EQ(counted.count.Peek(), 4);
}

TEST(Guarded, IsPeekedAtWithoutTheMutex) { EXPECT_EQ(GuardedCount().count.Peek(), 3); }

TEST(Guarded, IsHeldAgainBehindAWait) {
  GuardedCount counted;
  std::condition_variable change;
  std::thread other;
  {
    const std::lock_guard hold(counted.mutex);
    other = std::thread([&] {
      const std::lock_guard hold_too(counted.mutex);
      *counted.count = 5;
      change.notify_one();
    });
    WaitUntil(change, counted.mutex, [&] { return *counted.count == 5; });
    EXPECT_EQ(*counted.count, 5);
  }
  other.join();
}

TEST(GuardedDeathTest, AbortsForWhatIsTouchedWithoutTheMutex) {
  GuardedCount counted;
  EXPECT_DEATH(*counted.count += 1, "what a mutex guards must be touched by its holder alone");
  counted.mutex.lock();
  counted.mutex.unlock();
  EXPECT_DEATH(*counted.count += 1, "what a mutex guards must be touched by its holder alone");
}

TEST(GuardedDeathTest, AbortsForAMutexOfAnotherThread) {
  GuardedCount counted;
  const std::lock_guard hold(counted.mutex);
  EXPECT_DEATH(std::thread([&] { *counted.count += 1; }).join(), "by its holder alone");
}

TEST(GuardedDeathTest, TheTableLockGuardsAHeapOfSeveralMutatorsBetweenSteps) {
  Sharing sharing;
  Guarded<int, Sharing> count(sharing, 3);
  EXPECT_EQ(*count, 3);
  Lock lock;
  sharing.Open(&lock, 1, false);
  EXPECT_DEATH(*count += 1, "by its holder alone");
  {
    const TableLock hold(sharing);
    EXPECT_EQ(*count, 3);
  }
  lock.Acquire();
  EXPECT_EQ(*count, 3);
  lock.Release();
}

}  // namespace
}  // namespace gc
