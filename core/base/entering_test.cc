// core/base/entering_test.cc -- a thread enters a section in the same step in which it looks.
//
// If it looked first and entered then, a slice could begin in between:
//
//     the thread       no slice runs                    enters
//     the collector                    begins a slice            both use the heap
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "core/base/lock.h"

namespace gc {
namespace {

// S0.6, S7.2: a thread that enters while the collector looks is either seen or waits.
TEST(Lock, NoSliceBeginsBesideASection) {
  constexpr std::chrono::microseconds kMoment(20);
  Lock lock;
  std::atomic<bool> stop{false};
  std::atomic<bool> inside{false};
  std::atomic<int> sections{0};
  std::atomic<int> overlaps{0};
  std::jthread worker([&] {
    while (!stop) {
      {
        const Section section(lock);
        inside = true;
        sections += 1;
        std::this_thread::sleep_for(kMoment);
        overlaps += lock.IsLocked();
        inside = false;
      }
      std::this_thread::sleep_for(kMoment);
    }
  });
  for (int slices = 0; slices < 300;) {
    std::this_thread::yield();
    if (slices % 2 == 0) {
      for (const int before = sections; sections == before;) std::this_thread::yield();
      lock.Acquire();
    } else if (!lock.TryAcquire()) {
      continue;
    }
    for (int i = 0; i < 10; ++i) {
      overlaps += inside;
      std::this_thread::yield();
    }
    lock.Release();
    slices += 1;
  }
  stop = true;
  EXPECT_EQ(overlaps, 0);
}

}  // namespace
}  // namespace gc
