// core/base/lock_waits_test.cc -- a slice waits for a section that is open, however long it is, and
// a lock says which threads wait for it.
//
// As in lock_test.cc, the test's thread is the collector's, and threads wait for what the lock's
// queries say.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <source_location>
#include <sstream>
#include <string>
#include <thread>

#include "core/base/lock.h"
#include "core/testing/failing_memory.h"

namespace gc {
namespace {

// S7.3: a section that is asked for as a slice ends is not left to wait for a slice that is over.
//
//     the section    sees the slice ........ takes the mutex: is there a slice still?
//     the collector       ends the slice, wakes what waits
TEST(LockWaits, ASectionThatComesAsASliceEndsWaitsForNoOther) {
  constexpr int kSlices = 20'000;
  Lock lock;
  std::atomic<int> begun{0}, entered{0};
  std::jthread mutator([&] {
    for (int round = 1; round <= kSlices; ++round) {
      while (begun != round) std::this_thread::yield();
      const Section section(lock);
      entered = round;
    }
  });
  for (int round = 1; round <= kSlices; ++round) {
    lock.Acquire();
    begun = round;
    for (int wait = round % 64; wait > 0; --wait) [[maybe_unused]] const int seen = entered;
    lock.Release();
    while (entered != round) std::this_thread::yield();
  }
}

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

// The same of the collector: in a slice it may wait for a thread to end, and before one for
// sections.
TEST(LockWaits, SayForWhatTheCollectorWaits) {
  Lock lock;
  lock.Acquire();
  std::ostringstream here;
  here << "thread " << std::this_thread::get_id();
  {
    const Awaiting awaiting(lock, std::this_thread::get_id());
    const std::string text = lock.TextOfWaits();
    EXPECT_TRUE(text.starts_with("the collector waits for " + here.str() + " at ")) << text;
    EXPECT_NE(text.find("lock_waits_test.cc:"), text.npos) << text;
  }
  EXPECT_EQ(lock.TextOfWaits(), "");
  lock.Release();
  std::atomic<bool> open = false;
  std::jthread worker([&] {
    const Section section(lock);
    open = true;
    while (!lock.IsWanted()) std::this_thread::yield();
    EXPECT_EQ(lock.TextOfWaits(),
              "the collector waits for sections, of which there are at most 1\n");
  });
  while (!open) std::this_thread::yield();
  lock.Acquire();
  lock.Release();
}

// S17.12: a section is opened by destructors too, out of which nothing can be thrown.
TEST(LockWaits, NeedNoMemory) {
  if (!FailingMemory::kWorks) return;
  Lock lock;
  std::atomic<bool> out = false;
  std::atomic<int> done = 0;
  lock.Acquire();
  const auto wait = [&] {
    while (!out) std::this_thread::yield();
    const Section section(lock);
    done += 1;
  };
  std::jthread one(wait), other(wait);
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    out = true;
    while (lock.Blocked() != 2) std::this_thread::yield();
    lock.Release();
    while (done != 2) std::this_thread::yield();
    EXPECT_EQ(memory.count(), 0);
  }
  EXPECT_EQ(lock.Blocked(), 0u);
}

template <class Condition>
void Till(Condition&& condition) {
  while (!condition()) std::this_thread::yield();
}

// S7.1, S7.2, S7.3: while one section is open the slice waits, and then it sees what was written.
TEST(Lock, ASliceBeginsWhenTheSectionThatIsOpenIsOver) {
  Lock lock;
  std::atomic<bool> open{false};
  std::atomic<bool> looked{false};
  bool overlaps = false;
  std::jthread worker([&] {
    const Section section(lock);
    open = true;
    Till([&] { return lock.IsWanted() || lock.IsLocked(); });
    for (int i = 0; i < 50 && !overlaps; ++i) {
      overlaps = lock.IsLocked();
      std::this_thread::yield();
    }
    looked = true;
  });
  Till([&] { return open.load(); });
  lock.Acquire();
  Till([&] { return looked.load(); });  // it has, unless the slice did not wait
  EXPECT_FALSE(overlaps);
  lock.Release();
}

// S0.8: a thread that has no section is not stopped, however long a slice is.
TEST(Lock, AThreadWithoutASectionGoesOnBesideASlice) {
  Lock lock;
  std::atomic<int> steps{0};
  std::atomic<bool> over{false};
  std::jthread bystander([&] {
    while (!over) ++steps;
  });
  lock.Acquire();
  const int before = steps;
  Till([&] { return steps > before + 1000; });
  lock.Release();
  over = true;
}

// S7.4: where two wait for each other, each place is said of the one that waits there, whichever of
// the two began to wait first.
TEST(LockWaitsDeathTest, SayOfADeadlockWhichPlaceIsWhose) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const std::source_location of_section = std::source_location::current();
  const std::source_location of_collector = std::source_location::current();
  const std::string file = "/lock_waits_test.cc:";
  const std::string said = "whose section is at .*" + file + std::to_string(of_section.line()) +
                           "; the collector waits at .*" + file +
                           std::to_string(of_collector.line()) + "\n.*rule lock-excludes";
  for (const bool section_first : {true, false}) {
    EXPECT_DEATH(
        {
          Lock lock;
          std::atomic<bool> may_ask = section_first;
          lock.Acquire();
          std::jthread worker([&] {
            while (!may_ask) std::this_thread::yield();
            const Section section(lock, of_section);
          });
          while (section_first && lock.Blocked() == 0) std::this_thread::yield();
          const Awaiting awaiting(lock, worker.get_id(), of_collector);
          may_ask = true;
          worker.join();
        },
        said)
        << section_first;
  }
}

}  // namespace
}  // namespace gc
