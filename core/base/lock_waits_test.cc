// core/base/lock_waits_test.cc -- a lock says which threads wait for it.
//
// Label: threads.

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <thread>

#include "core/base/lock.h"

namespace gc {
namespace {

// Pain point C5: a program that hangs can be asked, from another thread.
TEST(LockWaits, SayWhichThreadsWaitAndWhere) {
  Lock lock;
  EXPECT_EQ(lock.TextOfWaits(), "");
  lock.Acquire();
  std::jthread worker([&] { const Section section(lock); });
  while (lock.Blocked() != 1) std::this_thread::yield();
  std::ostringstream thread;
  thread << "thread " << worker.get_id();
  const std::string text = lock.TextOfWaits();
  EXPECT_TRUE(text.starts_with(thread.str() + " waits for the slice to end")) << text;
  EXPECT_NE(text.find("lock_waits_test.cc:"), text.npos) << text;
  lock.Release();
  worker.join();
  EXPECT_EQ(lock.TextOfWaits(), "");
}

}  // namespace
}  // namespace gc
