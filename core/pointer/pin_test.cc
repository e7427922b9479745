// core/pointer/pin_test.cc -- any thread may make a strong pointer of a weak one, in a section or
// not, and drop it.
//
//     thread       weak.Read() answers n                         counts n: n is gone
//     collector                           a whole cycle frees n
//
// Rows: S5.24.
//
// Label: threads.

#include "core/pointer/pin.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/testing/scheduled_heap.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

// S5.24
TEST(PinTest, KeepsTheObjectOfAWeakPointerUntilItIsDropped) {
  Heap heap;
  WeakPtr<Node> weak(heap.New<Node>('n'));
  StrongPtr<Node> strong = Pin(weak);
  ASSERT_TRUE(strong);
  heap.Collect();
  EXPECT_EQ(weak.Get(), strong.Get());
  strong.Reset();
  heap.Collect();
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_FALSE(Pin(weak));
  EXPECT_FALSE(Pin(WeakPtr<Node>()));
}

// S5.24: as for a weak read, the doomed and the garbage are gone.
TEST(PinTest, AnswersNullForWhatAWeakReadDoesNotAnswer) {
  Heap heap;
  Node* const garbage = heap.New<Node>('g');
  const WeakPtr<Node> to_garbage(garbage);
  heap.MarkGarbage(garbage);
  EXPECT_FALSE(Pin(to_garbage));
  const WeakPtr<Node> to_doomed(heap.New<Node>('d'));
  heap.Start();
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  EXPECT_FALSE(Pin(to_doomed));
}

// S5.24, S5.14: pinning while marking shades.
TEST(PinTest, ShadesWhileMarking) {
  MidTrace trace;
  const WeakPtr<Node> weak(trace.heap.New<Node>('n'));
  Node* const white = trace.white;
  trace.grey->left = nullptr;
  const StrongPtr<Node> strong = Pin(WeakPtr<Node>(white));
  EXPECT_FALSE(IsWhite(trace.heap, white));
}

// S5.24: threads outside of any section, beside a collector that takes slices all the time.
TEST(PinTest, WorksOnThreadsWithoutASectionBesideTheCollector) {
  constexpr int kThreads = 3;
  Lock lock;
  Heap heap({.lock = &lock});
  std::array<WeakPtr<Node>, 8> weak;
  std::array<Node*, 8> nodes{};
  for (std::size_t i = 0; i < weak.size(); ++i) {
    heap.AddRoot(nodes[i] = heap.New<Node>('n'));
    weak[i] = nodes[i];
  }
  std::atomic<int> running{kThreads};
  std::atomic<int> pinned{0};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&] {
      for (int i = 0; i < 3000; ++i) {
        const StrongPtr<Node> strong = Pin(weak[static_cast<std::size_t>(i) % weak.size()]);
        if (!strong) continue;
        // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): the copy counts
        const StrongPtr<Node> copy = strong;
        pinned += 1;
        wrong += copy->name != 'n';
      }
      running -= 1;
    });
  }
  while (running != 0) {
    const Slice slice(lock);
    heap.Start();
    heap.Tick(20);
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(pinned, kThreads * 3000);
  for (Node* const node : nodes) heap.RemoveRoot(node);
  const Slice slice(lock);
  EXPECT_FALSE(Verifier().Verify(heap));
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

// S5.24: what dies meanwhile is null, or kept; never something between the two.
TEST(PinTest, OfWhatDiesMeanwhileIsNullOrKept) {
  Lock lock;
  Heap heap({.lock = &lock});
  Node* holder = heap.New<Node>('h');
  heap.AddRoot(holder);
  for (int round = 0; round < 200; ++round) {
    holder->left = heap.New<Node>('n');
    const WeakPtr<Node> weak(holder->left.Get());
    std::atomic<int> wrong{0};
    std::thread pinner([&] {
      for (int i = 0; i < 5; ++i) {
        const StrongPtr<Node> strong = Pin(weak);
        wrong += strong && (strong->name != 'n' || weak.serial() == 0);
      }
    });
    holder->left = nullptr;
    {
      const Slice slice(lock);
      heap.Collect();
    }
    pinner.join();
    ASSERT_EQ(wrong, 0);
  }
}

// S5.24: it reads and counts in one section, and so both after the slice that it waits for.
TEST(PinTest, ThatWaitsForASliceReadsAfterIt) {
  Lock lock;
  Heap heap({.lock = &lock});
  const WeakPtr<Node> weak(heap.New<Node>('n'));
  lock.Acquire();
  bool pinned = true;
  std::thread pinner([&] { pinned = static_cast<bool>(Pin(weak)); });
  while (lock.Blocked() == 0) std::this_thread::yield();
  heap.Collect();
  lock.Release();
  pinner.join();
  EXPECT_FALSE(pinned);
}

// S5.24: in a callback inside a slice, on the collector's thread, no section is asked for.
TEST(PinTest, WorksInASliceOnTheCollectorsThread) {
  ScheduledHeap world;
  Node* const node = world.heap.New<Node>('n');
  world.heap.AddRoot(node);
  const WeakPtr<Node> weak(node);
  int pinned = 0;
  world.on_notice = [&](const Notification&) { pinned += Pin(weak) ? 1 : 0; };
  world.scheduler.Collect();
  EXPECT_EQ(pinned, 8);
}

}  // namespace
}  // namespace gc
