// core/base/shared_list.h -- a list on which several threads push at once, and from which one
// takes.
//
// Several mutators shade at the same time. With a lock around the list, each of them would wait for
// the others. Therefore a thread reserves its place in a chunk by one atomic addition, and only a
// thread that finds the chunk full allocates a new one.
//
// The list is taken only while no thread pushes (buffer-flip-locked): the collector's lock excludes
// the sections of all mutators. So a reader never finds a push half done, and no chunk is freed
// while a thread pushes on it; a chunk's address seen twice is therefore the same chunk (no ABA).
//
// Taken chunks are kept for later pushes, so that a steady state allocates nothing (S9.17). A push
// takes one from the kept ones under a mutex, once for each chunk, and does with it what it would
// do with a new one; nothing else changes in the protocol.
//
// Happens-before, edge by edge:
//   a new chunk    the release of `top_` by its maker's push -> the acquire of `top_` by a push
//   a place        the read-modify-writes of `taken` are totally ordered, so no two threads get the
//                  same place; relaxed is enough, because nothing is read on the strength of a
//                  place
//   an item        the plain write by the pushing thread -> the end of its section -> the start of
//                  the collector's step, which alone reads items (hand-over-publishes)
//
// Upholds: hand-over-publishes, buffer-flip-locked (with the lock that excludes the pushing
// threads).
// Read next: core/collect/barrier.cc.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>

#include "core/base/build.h"
#include "core/base/guarded.h"

namespace gc {
inline namespace GC_BUILD {

template <class T>
class SharedList {
 public:
  SharedList() = default;
  ~SharedList() {
    Free(top_.load(std::memory_order_relaxed));
    Free(kept_.Peek());
  }
  SharedList(const SharedList&) = delete;
  SharedList& operator=(const SharedList&) = delete;

  // May be called from any thread; all other calls only while no thread pushes. False if a chunk is
  // needed and there is no memory; the list is what it was then.
  [[nodiscard]] bool Push(T item) {
    Chunk* top = top_.load(std::memory_order_acquire);
    while (!TryPlace(top, item)) {
      Chunk* const fresh = Fresh(top);
      if (fresh == nullptr) return false;
      fresh->items[0] = item;
      fresh->taken.store(1, std::memory_order_relaxed);
      if (top_.compare_exchange_strong(top, fresh, std::memory_order_release,
                                       std::memory_order_acquire)) {
        return true;
      }
      Keep(fresh);  // another thread was faster: `top` is now its chunk
    }
    return true;
  }

  // True if nothing was pushed since the last Take.
  bool Empty() const {
    const Chunk* const top = top_.load(std::memory_order_relaxed);
    return top == nullptr || top->taken.load(std::memory_order_relaxed) == 0;
  }

  // Calls visit(item) for each item.
  template <class Visit>
  void ForEach(Visit&& visit) const {
    const Chunk* chunk = top_.load(std::memory_order_relaxed);
    for (; chunk != nullptr; chunk = chunk->below) {
      const std::uint32_t taken = chunk->taken.load(std::memory_order_relaxed);
      for (std::uint32_t i = 0; i < taken && i < kItems; ++i) visit(chunk->items[i]);
    }
  }

  // Calls visit(item) for each item and empties the list. The chunks are kept for later pushes.
  template <class Visit>
  void Take(Visit&& visit) {
    ForEach(visit);
    Chunk* const top = top_.load(std::memory_order_relaxed);
    if (top == nullptr) return;
    for (Chunk* below = std::exchange(top->below, nullptr); below != nullptr;) {
      Keep(std::exchange(below, below->below));
    }
    top->taken.store(0, std::memory_order_relaxed);
  }

  // Frees the chunks that are kept.
  void Trim() {
    const std::lock_guard lock(mutex_);
    Free(std::exchange(*kept_, nullptr));
  }

 private:
  static constexpr std::uint32_t kItems = 62;
  struct Chunk {
    Chunk* below = nullptr;
    std::atomic<std::uint32_t> taken{0};  // grows beyond kItems when pushes find the chunk full
    std::array<T, kItems> items{};
  };

  static bool TryPlace(Chunk* chunk, T item) {
    if (chunk == nullptr) return false;
    const std::uint32_t place = chunk->taken.fetch_add(1, std::memory_order_relaxed);
    if (place >= kItems) return false;
    chunk->items[place] = item;
    return true;
  }
  // A chunk over `below`: a kept one, else a new one; null if there is no memory.
  Chunk* Fresh(Chunk* below) {
    {
      const std::lock_guard lock(mutex_);
      if (Chunk* const chunk = *kept_; chunk != nullptr) {
        *kept_ = std::exchange(chunk->below, below);
        return chunk;
      }
    }
    return new (std::nothrow) Chunk{below};
  }
  void Keep(Chunk* chunk) {
    const std::lock_guard lock(mutex_);
    chunk->below = std::exchange(*kept_, chunk);
  }
  static void Free(Chunk* chunk) {
    while (chunk != nullptr) {
      Chunk* const below = chunk->below;
      delete chunk;
      chunk = below;
    }
  }

  std::atomic<Chunk*> top_{nullptr};
  Mutex mutex_;
  Guarded<Chunk*> kept_{mutex_};  // linked by `below`
};

}  // namespace GC_BUILD
}  // namespace gc
