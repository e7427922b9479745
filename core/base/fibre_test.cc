// core/base/fibre_test.cc -- a fibre has sections of its own, wherever it runs.
//
// Label: threads.

#include "core/base/fibre.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "core/base/lock.h"

namespace gc {
namespace {

TEST(Fibres, HaveSectionsOfTheirOwn) {
  Lock lock;
  Fibre one, other;
  std::optional<Section> of_one, of_other;
  {
    const Fibre::Turn turn(one);
    of_one.emplace(lock);
    EXPECT_TRUE(lock.InSection());
    const Fibre::Turn inner(other);
    EXPECT_FALSE(lock.InSection());
    of_other.emplace(lock);
  }
  EXPECT_FALSE(lock.InSection()) << "the thread itself has opened none";
  EXPECT_EQ(lock.Sections(), 2u);
  EXPECT_FALSE(lock.TryAcquire());
  {
    const Fibre::Turn turn(one);
    of_one.reset();
    EXPECT_FALSE(lock.InSection());
  }
  const Fibre::Turn turn(other);
  of_other.reset();
  EXPECT_EQ(lock.Sections(), 0u);
}

TEST(Fibres, AreNotTheCollectorsThread) {
  Lock lock;
  Fibre fibre;
  EXPECT_TRUE(lock.OnCollectorThread());
  {
    const Fibre::Turn turn(fibre);
    EXPECT_FALSE(lock.OnCollectorThread());
    EXPECT_DEATH(lock.Acquire(), "only the collector's thread may take its lock");
  }
  EXPECT_TRUE(lock.OnCollectorThread());
  lock.Acquire();
  lock.Release();
}

TEST(Fibres, TakeTheirSectionsFromThreadToThread) {
  Lock lock;
  Fibre fibre;
  std::optional<Section> section;
  std::thread([&] {
    const Fibre::Turn turn(fibre);
    section.emplace(lock);
  }).join();
  EXPECT_FALSE(lock.InSection());
  const Fibre::Turn turn(fibre);
  EXPECT_TRUE(lock.InSection());
  section.reset();
}

TEST(Fibres, MayHaveTheCollectorAmongThem) {
  Fibre collector;
  std::optional<Lock> lock;
  {
    const Fibre::Turn turn(collector);
    lock.emplace();
    EXPECT_TRUE(lock->OnCollectorThread());
  }
  EXPECT_FALSE(lock->OnCollectorThread());
  const Fibre::Turn turn(collector);
  ASSERT_TRUE(lock->TryAcquire());
  lock->Release();
}

// A section that has to wait holds up its whole thread. On the collector's it would wait for ever.
TEST(FibresDeathTest, DoNotWaitForTheCollectorOnItsOwnThread) {
  Lock lock;
  Fibre fibre;
  lock.Acquire();
  {
    const Fibre::Turn turn(fibre);
    EXPECT_DEATH(const Section section(lock),
                 "deadlock: the collector's thread asks for a section inside a slice");
  }
  lock.Release();
}

}  // namespace
}  // namespace gc
