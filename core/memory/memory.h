// core/memory/memory.h -- allocates and frees the memory of objects.
//
// In the shipped build, memory comes from blocks by size class (core/memory/blocks.h). Objects that
// are too large for a block come from the system's allocator, and so do all objects in a build with
// an address sanitizer, which watches only that allocator. In the faulty build a broken rule may
// leave references to freed memory. There, freed memory is poisoned and quarantined until the heap
// is dropped, and its header says that there is no object any more: following a stale pointer does
// not crash, and can be detected.
//
// Objects of the disregard window are in a range of their own (core/memory/permanent_pool.h).
//
// An object that is in no block, or that a long array trails, has a prefix in front of its memory
// (core/object/owner.h). It is none of the object's bytes, as little as what the system's allocator
// keeps for itself, and is written here and freed with the object.
//
// Read next: core/memory/blocks.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include "core/memory/birth_loan.h"
#include "core/memory/blocks.h"
#include "core/memory/permanent_pool.h"
#include "core/object/class.h"
#include "core/object/entry.h"
#include "core/object/owner.h"

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
  // The memory of an object. It is known without the class, which may be gone before the object.
  struct Block {
    void* start = nullptr;
    std::size_t bytes = 0;
    bool prefixed = false;  // there is a prefix in front of it
  };

  // `owner`: whose the objects are, the same each time; so `stores`, where stores of them are
  // noted, or null.
  void Open(Collector& owner, std::size_t max_bytes, std::size_t permanent_bytes,
            const StoreBuffer* stores) {
    owner_ = &owner;
    max_bytes_ = max_bytes;
    blocks_.SetOwner(owner, stores);
    pool_.Open(kFaulty ? 0 : permanent_bytes);
  }
  // All zeroes; null if memory has run out.
  void* Allocate(const Class& type, std::uint32_t tail) {
    static_assert(alignof(std::max_align_t) >= kObjectAlignment);
    const std::size_t bytes = BytesOf(type, tail);
    if (bytes > max_bytes_ - bytes_) [[unlikely]]
      return nullptr;
    const bool prefixed = NeedsPrefix(bytes, tail);
    const std::size_t all = bytes + (prefixed ? sizeof(Prefix) : 0);
    void* start = FitsABlock(all) ? blocks_.Allocate(all) : std::malloc(all);
    if (start == nullptr) return nullptr;
    if (prefixed) start = Prefixed(start, tail);
    return Opened(start, type, bytes);
  }
  // The same for a small object and without a call: null also if Allocate must do it.
  [[gnu::always_inline]] void* AllocateAtHand(const Class& type, std::uint32_t tail) {
    static_assert(kClearedAtHand / sizeof(ObjectSlot) <= Around::kMostTail, "none needs a prefix");
    const std::size_t bytes = BytesOf(type, tail);
    if (!FitsABlock(bytes) || bytes > kClearedAtHand || bytes > max_bytes_ - bytes_) return nullptr;
    void* const start = blocks_.AllocateFromRun(bytes);
    return start == nullptr ? nullptr : Opened(start, type, bytes);
  }
  // Whether memory for objects of the class, which have no tail, may be lent: it is a slot, and the
  // heap has no limit that other threads would meet for the sake of what is lent and not used.
  bool MayLend(const Class& type) const {
    return FitsABlock(type.size) && max_bytes_ == std::numeric_limits<std::size_t>::max();
  }
  // Lends some, if there is none left for objects of that size; false if memory has run out.
  bool Lend(const Class& type, BirthLoan& loan) {
    const std::size_t size_class = Blocks::ClassOf(type.size);
    return HasLent(type, loan) || blocks_.Lend(size_class, loan.runs[size_class]);
  }
  // Whether there is some left; and memory as of Allocate from it, without the table lock.
  static bool HasLent(const Class& type, const BirthLoan& loan) {
    return loan.runs[Blocks::ClassOf(type.size)].free != 0;
  }
  static void* AllocateLent(const Class& type, BirthLoan& loan) {
    const std::size_t size_class = Blocks::ClassOf(type.size);
    loan.bytes += type.size;
    return Prepared(Blocks::TakeFrom(loan.runs[size_class], size_class), type, type.size);
  }
  // Counts the bytes of what was allocated, before any of it is freed; and takes back the rest.
  void Settle(BirthLoan& loan) { bytes_ += std::exchange(loan.bytes, 0); }
  void TakeBack(BirthLoan& loan) {
    Settle(loan);
    for (Blocks::Run& run : loan.runs) blocks_.TakeBack(run);
  }
  // As Allocate, but from the permanent pool if that has room.
  void* AllocatePermanent(const Class& type, std::uint32_t tail);
  // What is around an object in memory that was allocated for it.
  Around AroundOf(const void* start, const Class& type, std::uint32_t tail) const {
    const bool prefixed = NeedsPrefix(BytesOf(type, tail), tail) || pool_.Contains(start);
    return prefixed ? Around::Prefix(type.object_offset) : Around::Block(tail);
  }
  // The heap is being dropped: from now on objects of the permanent pool may be freed.
  void BeginExit() { exiting_ = true; }
  // Frees the memory of an object whose destructor has run.
  void Free(Object& object, const Block& block);
  // The same for an object whose entry says kPlain, without a look at it; `flags` are the entry's.
  void FreePlain(Object& object, FlagWord flags) {
    static_assert(sizeof(void*) == 8);
    bytes_ -= Blocks::BytesOfSlot(&object) - ((flags & flag::kHalfSlot) != 0 ? sizeof(void*) : 0);
    blocks_.Free(&object);
  }
  // Whether objects have slots of blocks, so that entries may say kPlain.
  static constexpr bool kHasSlots = !kFaulty && !kAddressesWatched;
  // Notes that a collection has ended. Under the table lock.
  void Age() { blocks_.Age(); }
  // Gives memory that holds no object back to the system. Under the table lock.
  void Trim() { blocks_.Trim(); }
  // Frees all memory that was kept, and makes the allocator ready for the next heap.
  void Recycle();

  static Block BlockOf(Object& object);
  // The bytes that present objects occupy.
  std::size_t bytes() const { return bytes_; }
  const Blocks& blocks() const { return blocks_; }
  const PermanentPool& pool() const { return pool_; }

  // Faulty build only: calls visit(Object&) for every object whose memory was not freed, even if
  // the table has no entry for it.
  template <class Visit>
  void ForEachUnfreed(Visit&& visit) const {
    for (const Line& line : ledger_) {
      if (line.object->header().index != kNoIndex) visit(*line.object);
    }
  }

 private:
  struct Line {
    void* start;  // of the prefix
    Object* object;
  };
  static std::size_t BytesOf(const Class& type, std::uint32_t tail) {
    return type.size + std::size_t{tail} * sizeof(ObjectSlot);
  }
  // With a prefix, if there is one.
  static bool FitsABlock(std::size_t bytes) { return kHasSlots && bytes <= Blocks::kLargest; }
  // Of an object that is not in the pool.
  static bool NeedsPrefix(std::size_t bytes, std::uint32_t tail) {
    return tail > Around::kMostTail || !FitsABlock(bytes);
  }
  // An object of so many bytes is cleared word by word, and a larger one by a call.
  static constexpr std::size_t kClearedAtHand = 256;
  [[noreturn]] static void RefuseAddress(const Class& type);
  void FreeInPool() const;
  static void Poison(Object& object, const Block& block);
  static void Clear(std::byte* start, std::size_t bytes);
  void* Prefixed(void* memory, std::uint32_t tail);
  static void* Prepared(void* memory, const Class& type, std::size_t bytes);
  void* Opened(void* memory, const Class& type, std::size_t bytes);

  Blocks blocks_;
  PermanentPool pool_;
  Collector* owner_ = nullptr;
  bool exiting_ = false;
  std::size_t max_bytes_ = 0;
  std::size_t bytes_ = 0;
  std::vector<Line> ledger_;  // faulty build: every block that was allocated
};

// Most objects are small, and a call would cost more than their zeroes. So would the one
// instruction for any number of zeroes that a compiler makes of such a loop: it takes longer to
// begin than all that it writes here. So each place is shown to the compiler as one that it knows
// nothing of.
[[gnu::always_inline]] inline void ObjectMemory::Clear(std::byte* start, std::size_t bytes) {
  constexpr std::size_t kAtOnce = 32, kWord = 8;
  if (bytes > kClearedAtHand) [[unlikely]] {
    std::memset(start, 0, bytes);
    return;
  }
  std::byte* const end = start + bytes;
  std::byte* at = start;
  for (; at + kAtOnce <= end; at += kAtOnce) std::memset(Reveal(at), 0, kAtOnce);
  // What is left is less than that, and a multiple of a word, as the size of a class is.
  for (; at != end; at += kWord) std::memset(Reveal(at), 0, kWord);
}

// Prepares the memory of an object for its constructor: what that leaves alone reads zero, whatever
// was here before (S3.2).
[[gnu::always_inline]] inline void* ObjectMemory::Prepared(void* memory, const Class& type,
                                                           std::size_t bytes) {
  std::byte* const start = static_cast<std::byte*>(memory);
  if (kPackedEntries && !PackedWord::Holds(start + type.object_offset)) [[unlikely]] {
    RefuseAddress(type);
  }
  Clear(start, bytes);
  return start;
}

[[gnu::always_inline]] inline void* ObjectMemory::Opened(void* memory, const Class& type,
                                                         std::size_t bytes) {
  std::byte* const start = static_cast<std::byte*>(Prepared(memory, type, bytes));
  bytes_ += bytes;
  if constexpr (kFaulty) {
    ledger_.push_back(
        {start - sizeof(Prefix), reinterpret_cast<Object*>(start + type.object_offset)});
  }
  return start;
}

// Begins memory with a prefix, and answers where the object begins.
inline void* ObjectMemory::Prefixed(void* memory, std::uint32_t tail) {
  return new (memory) Prefix{.owner = owner_, .tail = tail} + 1;
}

inline void ObjectMemory::Free(Object& object, const Block& block) {
  bytes_ -= block.bytes;
  if constexpr (kFaulty) {
    Poison(object, block);
  } else if (pool_.Contains(block.start)) [[unlikely]] {
    FreeInPool();
  } else {
    const std::size_t before = block.prefixed ? sizeof(Prefix) : 0;
    void* const start = static_cast<std::byte*>(block.start) - before;
    if (FitsABlock(before + block.bytes)) {
      blocks_.Free(start);
    } else {
      std::free(start);
    }
  }
}

}  // namespace GC_BUILD
}  // namespace gc
