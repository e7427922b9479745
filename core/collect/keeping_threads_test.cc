// core/collect/keeping_threads_test.cc -- whatever keeps objects changes under the table lock.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <latch>
#include <thread>
#include <vector>

#include "core/pointer/strong_ptr.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

class Silent : public Referencer {
 public:
  explicit Silent(Heap& heap) : Referencer(heap, Kind::kWrapper, "silent") {}
  void Report(Reporter&) const override {}
};

// S6.1, S5.14, S6.3: whatever keeps objects changes under the table lock. A change is over so soon
// that two hardly ever meet; so the lock is held for much longer than all of them take.
TEST(WhatKeepsAnObject, ChangesUnderTheTableLock) {
  Lock lock;
  Heap heap({.lock = &lock});
  std::vector<Node*> nodes;
  for (int i = 0; i < 8; ++i) nodes.push_back(heap.New<Node>('n'));
  heap.AddRoot(nodes[1]);
  heap.SetKeepFlags(nodes[3], flag::kNative);
  StrongPtr<Node> first;
  StrongPtr<Node> last(nodes[5]);
  Silent comes(heap);
  Silent goes(heap);
  goes.Register();
  const std::vector<std::function<void()>> changes = {
      [&] { heap.AddRoot(nodes[0]); },
      [&] { heap.RemoveRoot(nodes[1]); },
      [&] { heap.SetKeepFlags(nodes[2], flag::kNative); },
      [&] { heap.ClearKeepFlags(nodes[3], flag::kNative); },
      [&] { first.Reset(nodes[4]); },
      [&] { last.Reset(); },
      [&] { heap.HandOver(nodes[6]); },
      [&] { heap.SetFlags(nodes[7], object_flag::kStandalone); },
      [&] { comes.Register(); },
      [&] { goes.Unregister(); }};
  std::vector<std::atomic<bool>> over(changes.size());
  std::latch begun(static_cast<std::ptrdiff_t>(changes.size()) + 1);
  std::vector<std::jthread> threads;
  {
    const TableLock held(heap.collector().population.sharing);
    for (std::size_t i = 0; i < changes.size(); ++i) {
      threads.emplace_back([&, i] {
        const Section section(lock);
        begun.arrive_and_wait();
        changes[i]();
        over[i] = true;
      });
    }
    begun.arrive_and_wait();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    for (std::size_t i = 0; i < changes.size(); ++i) EXPECT_FALSE(over[i]) << "change " << i;
  }
  threads.clear();
  for (std::size_t i = 0; i < changes.size(); ++i) EXPECT_TRUE(over[i]) << "change " << i;
}

}  // namespace
}  // namespace gc
