// core/base/shared_list.h -- a list that several threads push on at once, and one takes.
//
// Several mutators shade at the same time. A lock around their list would make every one of them
// wait for every other; so a place is taken by one addition, and only who finds the chunk full
// makes a new one.
//
// Whoever takes the list does so while nobody pushes (buffer-flip-locked): a collector's step
// excludes the sections of all mutators. Then no push can be half done, no chunk can be freed
// under a pusher, and a chunk that is seen twice is the same one.
//
// Happens-before, edge by edge:
//   a new chunk    its maker's release of `top_` -> any pusher's acquire of it
//   a place        read-modify-writes of `taken` are totally ordered: no two get the same; relaxed
//                  is enough, for nothing is read by virtue of having a place
//   an item        written plainly by its pusher -> the end of the pusher's section -> the start of
//                  the collector's step, which alone reads it (hand-over-publishes)
//
// Upholds: hand-over-publishes, buffer-flip-locked (with whoever excludes the pushers).
// Read next: core/collect/barrier.cc.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

template <class T>
class SharedList {
 public:
  SharedList() = default;
  ~SharedList() { Free(top_.load(std::memory_order_relaxed)); }
  SharedList(const SharedList&) = delete;
  SharedList& operator=(const SharedList&) = delete;

  // From any thread.
  void Push(T item) {
    Chunk* top = top_.load(std::memory_order_acquire);
    while (!TryPlace(top, item)) {
      Chunk* const fresh = new Chunk{top};
      fresh->items[0] = item;
      fresh->taken.store(1, std::memory_order_relaxed);
      if (top_.compare_exchange_strong(top, fresh, std::memory_order_release,
                                       std::memory_order_acquire)) {
        return;
      }
      delete fresh;  // somebody else was faster, and `top` is theirs
    }
  }

  // The rest only while nobody pushes.
  bool Empty() const {
    const Chunk* const top = top_.load(std::memory_order_relaxed);
    return top == nullptr || top->taken.load(std::memory_order_relaxed) == 0;
  }

  // Calls visit(item) for each.
  template <class Visit>
  void ForEach(Visit&& visit) const {
    const Chunk* chunk = top_.load(std::memory_order_relaxed);
    for (; chunk != nullptr; chunk = chunk->below) {
      const std::uint32_t taken = chunk->taken.load(std::memory_order_relaxed);
      for (std::uint32_t i = 0; i < taken && i < kItems; ++i) visit(chunk->items[i]);
    }
  }

  // Calls visit(item) for each and forgets them all. One chunk stays for the next.
  template <class Visit>
  void Take(Visit&& visit) {
    ForEach(visit);
    Chunk* const top = top_.load(std::memory_order_relaxed);
    if (top == nullptr) return;
    Free(top->below);
    top->below = nullptr;
    top->taken.store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint32_t kItems = 62;
  struct Chunk {
    Chunk* below = nullptr;
    std::atomic<std::uint32_t> taken{0};  // may go beyond kItems
    std::array<T, kItems> items{};
  };

  static bool TryPlace(Chunk* chunk, T item) {
    if (chunk == nullptr) return false;
    const std::uint32_t place = chunk->taken.fetch_add(1, std::memory_order_relaxed);
    if (place >= kItems) return false;
    chunk->items[place] = item;
    return true;
  }
  static void Free(Chunk* chunk) {
    while (chunk != nullptr) {
      Chunk* const below = chunk->below;
      delete chunk;
      chunk = below;
    }
  }

  std::atomic<Chunk*> top_{nullptr};
};

}  // namespace GC_BUILD
}  // namespace gc
