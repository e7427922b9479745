// core/collect/identity_threads_test.cc -- identities that several threads remember and forget.
//
// The list of identities is one for the whole heap. Without the table lock it would be damaged, of
// which a race detector tells at once, and the assertions sometimes.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "core/testing/threads.h"

namespace gc {
namespace {

constexpr int kOwners = 4;

// S1.8: identities are remembered and forgotten under the table lock.
TEST(IdentityThreads, EachIsRememberedUntilItsOwnThreadForgetsIt) {
  Lock lock;
  Heap heap({.lock = &lock});
  std::vector<Node*> nodes;
  for (int i = 0; i < 400; ++i) heap.AddRoot(nodes.emplace_back(heap.New<Node>('n')));
  std::vector<Identity> kept(nodes.size());
  InSections(lock, kOwners, [&](int thread) {
    for (int round = 0; round < 20; ++round) {
      for (std::size_t i = static_cast<std::size_t>(thread); i < nodes.size(); i += kOwners) {
        kept[i] = heap.IdentityOf(nodes[i], i);
        if (i % 8 < kOwners) heap.Forget(kept[i]);
      }
    }
  });
  for (Node* const node : nodes) heap.RemoveRoot(node);
  {
    const Slice slice(lock);
    heap.Collect();
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const bool known = heap.TryMake<Node>({.identity = &kept[i]}, 'n') != nullptr;
    ASSERT_EQ(known, i % 8 >= kOwners) << i;
  }
}

// S1.8: the same without luck: the lock is held for much longer than a call takes.
TEST(IdentityThreads, ForgettingOneWaitsForTheTableLock) {
  Lock lock;
  Heap heap({.lock = &lock});
  const Identity identity = heap.IdentityOf(heap.New<Node>('n'));
  std::atomic<bool> over{false};
  std::jthread thread;
  {
    const TableLock held(heap.collector().population.sharing);
    thread = std::jthread([&] {
      const Section section(lock);
      heap.Forget(identity);
      over = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_FALSE(over);
  }
}

}  // namespace
}  // namespace gc
