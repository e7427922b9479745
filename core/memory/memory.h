// core/memory/memory.h -- where an object's bytes come from, and where they go.
//
// In the shipped build, from blocks by size class (core/memory/blocks.h); what is too large for
// them from the system's allocator, and everything when an address sanitizer watches, which knows
// only that one. In the faulty build a rule may have been broken and freed memory may still be
// referred to; so it is poisoned, kept until the heap is dropped, and its header says that there is
// no object any more. Nothing that follows a stale pointer can then crash, and everything that
// looks can see that it is stale.
//
// What is made in the disregard window stands in a range of its own (core/memory/permanent_pool.h).
//
// Read next: core/memory/blocks.h.

#pragma once

#include <cstddef>
#include <vector>

#include "core/memory/blocks.h"
#include "core/memory/permanent_pool.h"
#include "core/object/class.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kAddressesWatched = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kAddressesWatched = true;
#else
inline constexpr bool kAddressesWatched = false;
#endif
#else
inline constexpr bool kAddressesWatched = false;
#endif

class ObjectMemory {
 public:
  // What an object occupies, known without its class: the class may be gone before the object is.
  struct Block {
    void* start = nullptr;
    std::size_t bytes = 0;
  };

  void Open(std::size_t max_bytes, std::size_t permanent_bytes = 0) {
    max_bytes_ = max_bytes;
    pool_.Open(kFaulty ? 0 : permanent_bytes);
  }
  // Null if memory has run out. A trailing array is null references.
  void* Allocate(const Class& type, std::uint32_t tail);
  // The same, from the permanent pool if it has room.
  void* AllocatePermanent(const Class& type, std::uint32_t tail);
  // Every object is ended now: from here on those of the pool may be destroyed.
  void BeginExit() { exiting_ = true; }
  // The object was destroyed; its memory may be used again.
  void Free(Object& object, const Block& block);
  // Gives everything back that was kept.
  void Recycle();

  static Block BlockOf(Object& object);
  // Of the objects that there are.
  std::size_t bytes() const { return bytes_; }
  const Blocks& blocks() const { return blocks_; }
  const PermanentPool& pool() const { return pool_; }

  // Faulty build: calls visit(Object&) for every object that was not freed, whatever the table
  // says.
  template <class Visit>
  void ForEachUnfreed(Visit&& visit) const {
    for (const Line& line : ledger_) {
      if (line.object->header().index != kNoIndex) visit(*line.object);
    }
  }

 private:
  struct Line {
    void* start;
    Object* object;
  };
  void* Opened(void* memory, const Class& type, std::uint32_t tail);

  Blocks blocks_;
  PermanentPool pool_;
  bool exiting_ = false;
  std::size_t max_bytes_ = 0;
  std::size_t bytes_ = 0;
  std::vector<Line> ledger_;  // faulty build: every block that was allocated
};

}  // namespace GC_BUILD
}  // namespace gc
