// core/testing/threads.h -- helpers for tests with worker threads or several mutators.

#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <latch>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/lock.h"
#include "core/testing/nodes.h"

namespace gc {

// A clock that advances by one whenever any thread reads it.
class CountingClock {
 public:
  // A deadline that passes after `looks` readings.
  Deadline After(Nanoseconds looks) {
    looks_ = 0;
    return {.clock = {.now = [](void* self) { return ++static_cast<CountingClock*>(self)->looks_; },
                      .context = this},
            .at = looks};
  }
  Nanoseconds looks() const { return looks_; }

 private:
  std::atomic<Nanoseconds> looks_{0};
};

// Holds the lock, as the collector does in a slice.
class Slice {
 public:
  explicit Slice(Lock& lock) : lock_(lock) { lock_.Acquire(); }
  ~Slice() { lock_.Release(); }
  Slice(const Slice&) = delete;
  Slice& operator=(const Slice&) = delete;

 private:
  Lock& lock_;
};

// Runs body(0) .. body(count - 1), each on its own thread, and waits for all.
inline void OnThreads(int count, const std::function<void(int)>& body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back([&body, i] { body(i); });
  for (std::thread& thread : threads) thread.join();
}

// Like OnThreads, but each body runs in a section of its own. The sections are open at the same
// time, so the lock does not order the bodies; only the heap's own locks do.
inline void InSections(Lock& lock, int count, const std::function<void(int)>& body) {
  std::latch inside(count);
  OnThreads(count, [&](int i) {
    const Section section(lock);
    inside.arrive_and_wait();
    body(i);
  });
}

// Runs a body on a thread of its own, which a lock that this thread holds is to keep waiting. The
// lock must be free when this object ends, which waits for the body.
class HeldUp {
 public:
  explicit HeldUp(std::function<void()> body)
      : thread_([this, body = std::move(body)] {
          body();
          ended_ = true;
        }) {}
  // Whether the body has not ended in a tenth of a second.
  bool Waits() const {
    for (int i = 0; i < 100 && !ended_; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return !ended_;
  }

 private:
  std::atomic<bool> ended_{false};
  std::jthread thread_;
};

// Makes `count` nodes, of which one root reaches about a third. Equal seeds make equal trees.
inline Node* RandomTree(Heap& heap, int count, unsigned seed = 1) {
  std::minstd_rand random(seed);
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  for (int i = 0; i < count; ++i) {
    Node* const node = heap.New<Node>('n');
    if (random() % 3 != 0) continue;
    node->left = root->left;
    root->left = node;
  }
  return root;
}

}  // namespace gc
