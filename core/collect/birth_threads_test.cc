// core/collect/birth_threads_test.cc -- a new object gets its colour and its entry in one step.
//
// If they were two steps, a flip on another thread could come between them, and the object would
// have the wrong colour.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <thread>

#include "core/testing/threads.h"

namespace gc {
namespace {

// Looks at each entry at the moment at which it is published. The table lock is held then.
class Colours : public TableListener {
 public:
  explicit Colours(const Collector& collector) : collector_(collector) {}
  void OnCreated(const Object&, Index index) noexcept override {
    const Entry& entry = collector_.population.table[index];
    born += 1;
    const MarkByte& byte = collector_.population.table.Mark(index);
    wrong += !collector_.population.marks().IsReachable(byte) ||
             collector_.population.marks().IsWhite(byte) || entry.strong.load() != 0 ||
             entry.Occupant() == nullptr;
  }
  void OnDeleted(const Object&, Index) noexcept override {}
  int born = 0;
  int wrong = 0;

 private:
  const Collector& collector_;
};

// S1.9: four threads make objects while the two bits exchange their meanings thousands of times.
// Each object is born with the bit that means reachable at that moment, and without the other bit.
TEST(BirthBesideAFlip, CarriesExactlyTheReachableBit) {
  constexpr int kThreads = 4;
  constexpr int kEach = 30'000;
  Lock lock;
  Heap heap(HeapOptions{.lock = &lock});
  Colours colours(heap.collector());
  heap.AddListener(&colours);
  std::atomic<bool> done{false};
  std::thread flipper([&] {
    while (!done) {
      const TableLock table(heap.collector().population.sharing);
      heap.collector().population.colours.Flip();
    }
  });
  InSections(lock, kThreads, [&](int) {
    for (int i = 0; i < kEach; ++i) heap.New<Node>('n');
  });
  done = true;
  flipper.join();
  EXPECT_EQ(colours.born, kThreads * kEach);
  EXPECT_EQ(colours.wrong, 0);
  heap.RemoveListener(&colours);
}

// Lets another thread ask for the table lock while it is told of an object.
class Asks : public TableListener {
 public:
  explicit Asks(const Sharing& sharing) : sharing_(sharing) {}
  void OnCreated(const Object&, Index) noexcept override {
    other_.emplace([this] { const TableLock table(sharing_); });
    table_was_locked = other_->Waits();
  }
  void OnDeleted(const Object&, Index) noexcept override {}
  bool table_was_locked = false;

 private:
  const Sharing& sharing_;
  std::optional<HeldUp> other_;
};

// S1.9, S1.24: an entry is filled in, and a listener is told of it, under the table lock.
TEST(BirthUnderTheTableLock, KeepsOtherThreadsOut) {
  Lock lock;
  Heap heap(HeapOptions{.lock = &lock});
  Asks listener(heap.collector().population.sharing);
  heap.AddListener(&listener);
  heap.New<Node>('n');
  heap.RemoveListener(&listener);
  EXPECT_TRUE(listener.table_was_locked);
}

// S1.7: no index is given while another thread has the table lock.
TEST(BirthUnderTheTableLock, WaitsForTheOthers) {
  Lock lock;
  Heap heap(HeapOptions{.lock = &lock});
  const Table& table = heap.collector().population.table;
  std::optional<HeldUp> maker;
  {
    const TableLock held(heap.collector().population.sharing);
    maker.emplace([&] {
      const Section section(lock);
      heap.New<Node>('n');
    });
    EXPECT_TRUE(maker->Waits());
    EXPECT_EQ(table.End(), 1u);
  }
  maker.reset();
  EXPECT_EQ(table.End(), 2u);
}

}  // namespace
}  // namespace gc
