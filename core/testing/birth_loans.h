// core/testing/birth_loans.h -- the fixture for tests of what threads are lent for their births.

#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <latch>
#include <optional>
#include <thread>

#include "core/heap/factory.h"
#include "core/inspect/verify/verifier.h"
#include "core/testing/threads.h"

namespace gc {
inline namespace GC_BUILD {

struct SmallObject : Object {
  explicit SmallObject(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
inline const Class SmallObject::kClass = Describe<SmallObject>("Small");

struct LargeObject : Object {
  explicit LargeObject(const Birth& birth) : Object(birth) {}
  std::byte rest[200];
  static const Class kClass;
};
inline const Class LargeObject::kClass = Describe<LargeObject>("Large");

class BirthLoansTest : public testing::Test {
 protected:
  BirthLoansTest() { Open({}); }
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
  // In one section of another thread, with something done on this thread in between.
  void Elsewhere(const std::function<void()>& first, const std::function<void()>& meanwhile,
                 const std::function<void()>& then) {
    std::latch began(1), done(1);
    std::thread other([&] {
      const Section section(lock);
      first();
      began.count_down();
      done.wait();
      then();
    });
    began.wait();
    meanwhile();
    done.count_down();
    other.join();
  }
  void Make(int objects) {
    for (int i = 0; i < objects; ++i) heap->New<SmallObject>();
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
    Elsewhere([&] { Make(objects); });
    return TimesTaken() - before;
  }

  Lock lock;
  std::optional<Heap> heap;
};

}  // namespace GC_BUILD
}  // namespace gc
