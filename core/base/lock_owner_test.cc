// core/base/lock_owner_test.cc -- the lock obeys the collector's thread, and no other.
//
// Label: threads.

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "core/base/lock.h"

namespace gc {
namespace {

// S7.2: each call that takes the lock or gives it back aborts elsewhere, and says which one it is.
class LockOwnerDeathTest : public testing::Test {
 protected:
  LockOwnerDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
  template <class Call>
  static void Elsewhere(const Call& call) {
    std::jthread(call).join();
  }
  static std::string Refusal(const char* what) {
    return "only the collector's thread may take its lock: " + std::string(what) +
           " by thread [0-9]+\n.*rule lock-excludes";
  }
};

TEST_F(LockOwnerDeathTest, AnotherThreadTakesAFreeLock) {
  Lock lock;
  EXPECT_DEATH(Elsewhere([&] { lock.Acquire(); }), Refusal("Acquire"));
  EXPECT_DEATH(Elsewhere([&] { (void)lock.TryAcquire(); }), Refusal("TryAcquire"));
  EXPECT_DEATH(Elsewhere([&] { lock.Reserve(); }), Refusal("Reserve"));
  EXPECT_DEATH(Elsewhere([&] { (void)lock.TryReserve(); }), Refusal("TryReserve"));
}

// S7.3: what reserves a slice waits for all sections, and would wait for its own for ever.
TEST_F(LockOwnerDeathTest, TheOwnerReservesInASectionOfItsOwnOrInASlice) {
  Lock lock;
  EXPECT_DEATH(
      {
        const Section section(lock);
        lock.Reserve();
      },
      "would wait for a section of its own thread: its section is at .*lock_owner_test.cc:");
  lock.Acquire();
  EXPECT_DEATH(lock.Reserve(), "a slice of the collector must not begin inside a slice");
  lock.Release();
}

TEST_F(LockOwnerDeathTest, AnotherThreadEndsASlice) {
  Lock lock;
  lock.Acquire();
  EXPECT_DEATH(Elsewhere([&] { lock.Release(); }), Refusal("Release"));
  lock.Release();
}

TEST_F(LockOwnerDeathTest, AnotherThreadCallsOffAReservation) {
  Lock lock;
  lock.Reserve();
  EXPECT_DEATH(Elsewhere([&] { lock.CallOff(); }), Refusal("CallOff"));
  lock.CallOff();
}

TEST_F(LockOwnerDeathTest, AnotherThreadAwaitsAThread) {
  Lock lock;
  EXPECT_DEATH(Elsewhere([&] { const Awaiting other(lock, std::this_thread::get_id()); }),
               Refusal("Awaiting"));
}

}  // namespace
}  // namespace gc
