// core/memory/blocks.h -- allocates objects by size class: each block holds slots of one size.
//
// Objects cannot be moved, because plain pointers to them cannot be found; so the holes that freed
// objects leave stay where they are. If an object of any size could fill a hole, small objects
// would split the space of large ones, until a long-lived heap could no longer place a large
// object. Here each block of 64 KiB has slots of one size only. A hole is always filled by an
// object of the same class, and an empty block may serve another class or go back to the system.
// Fragmentation remains, but it is bounded within each class.
//
// A slot's block is found by masking its address. The head of the block has a bit for each slot
// that is free. A list of the free slots that goes through them would be shorter, but it is read
// where the objects lay: for each new object the allocator would wait for a line of memory before
// it knew the next slot, and a heap of which half died is filled again at that pace. With bits it
// knows many slots at once, and gives them out in the order of memory. Slots are aligned to 16
// bytes, and to a cache line if their size is a multiple of one.
//
// Slot sizes are multiples of 16 bytes up to 256, and from there four to each doubling up to 8 KiB.
// Larger objects come from the system's allocator (core/memory/memory.cc).
//
// Thread rules: one thread at a time.   Read next: core/memory/memory.h.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/memory/block_source.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

class Blocks {
 public:
  static constexpr std::size_t kLargest = 8 * 1024;  // the largest slot, in bytes
  static constexpr std::size_t kClasses = 16 + 5 * 4;
  // The greatest number of empty blocks that an allocator keeps for its next need.
  static constexpr std::size_t kSpares = 4;

  // The slot size of each class in bytes, in ascending order.
  static constexpr std::array<std::uint32_t, kClasses> kSlotBytes = [] {
    std::array<std::uint32_t, kClasses> sizes{};
    std::size_t at = 0;
    for (std::uint32_t size = 16; size <= 256; size += 16) sizes[at++] = size;
    for (std::uint32_t from = 256; from < kLargest; from *= 2) {
      for (std::uint32_t quarter = 1; quarter <= 4; ++quarter) {
        sizes[at++] = from + from / 4 * quarter;
      }
    }
    return sizes;
  }();

  // The offset of the first slot in its block, in bytes: behind the head and its bits.
  static constexpr std::array<std::uint32_t, kClasses> kFirstSlot = [] {
    std::array<std::uint32_t, kClasses> first{};
    for (std::size_t i = 0; i < kClasses; ++i) {
      constexpr std::uint32_t kLine = 64;
      const std::uint32_t bits = static_cast<std::uint32_t>((kBlockBytes - kLine) / kSlotBytes[i]);
      first[i] = kLine + (bits + 8 * kLine - 1) / (8 * kLine) * kLine;
    }
    return first;
  }();
  static constexpr std::array<std::uint32_t, kClasses> kSlotsPerBlock = [] {
    std::array<std::uint32_t, kClasses> slots{};
    for (std::size_t i = 0; i < kClasses; ++i) {
      slots[i] = static_cast<std::uint32_t>((kBlockBytes - kFirstSlot[i]) / kSlotBytes[i]);
    }
    return slots;
  }();

  // The smallest class whose slots hold `bytes` bytes, which must be 1 to kLargest.
  static std::size_t ClassOf(std::size_t bytes) { return kClassOf[(bytes + 15) / 16]; }

  explicit Blocks(BlockSource& source = BlockSource::Shared()) : source_(source) {}
  // Gives every block back, also those with objects in them.
  ~Blocks();
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;

  // A slot for an object of 1 to kLargest bytes; null if memory has run out.
  void* Allocate(std::size_t bytes);
  void Free(void* slot);
  // Gives back the blocks that hold no object, and has the source do the same with its regions.
  void Trim();
  // Keeps a few blocks for the next user and gives back the rest. No slot may be in use.
  void Recycle();

  struct ClassStatistics {
    std::uint32_t slot_bytes = 0;
    std::size_t blocks = 0;
    std::size_t slots = 0;  // in the blocks of the class
    std::size_t used = 0;   // how many of these slots hold an object
  };
  ClassStatistics StatisticsOf(std::size_t size_class) const;
  // The number of blocks taken from the source, spare ones included.
  std::size_t blocks() const { return blocks_; }

 private:
  // The head of a block, and behind it a word for each 64 slots, lowest slot first: a bit is set if
  // its slot is free.
  struct alignas(64) Block {
    Block* next = nullptr;  // the next block of the same class in its list
    Block* previous = nullptr;
    std::uint32_t first = 0;  // no word before this one has a bit
    std::uint32_t used = 0;
    std::uint32_t size_class = 0;
    bool full = false;

    std::uint64_t* Words() { return reinterpret_cast<std::uint64_t*>(this + 1); }
  };
  static_assert(sizeof(Block) == 64);

  // The blocks of one class: those with a free slot, the one in use first, and those without.
  struct Class {
    Block* open = nullptr;
    Block* full = nullptr;
  };

  static constexpr std::array<std::uint8_t, kLargest / 16 + 1> kClassOf = [] {
    std::array<std::uint8_t, kLargest / 16 + 1> classes{};
    std::uint8_t at = 0;
    for (std::size_t i = 1; i < classes.size(); ++i) {
      if (i * 16 > kSlotBytes[at]) at += 1;
      classes[i] = at;
    }
    return classes;
  }();

  // To divide an offset by the size of its class, multiply by this and drop 32 bits. Exact, as an
  // offset is a multiple of the size and less than the size of a block.
  static constexpr std::array<std::uint32_t, kClasses> kReciprocal = [] {
    std::array<std::uint32_t, kClasses> reciprocals{};
    for (std::size_t i = 0; i < kClasses; ++i) {
      reciprocals[i] = static_cast<std::uint32_t>((std::uint64_t{1} << 32) / kSlotBytes[i] + 1);
    }
    return reciprocals;
  }();

  static Block& BlockOf(void* slot) {
    return *reinterpret_cast<Block*>(reinterpret_cast<std::uintptr_t>(slot) & ~(kBlockBytes - 1));
  }
  static void Link(Block*& list, Block& block);
  static void Unlink(Block*& list, Block& block);
  static void FreeAll(Block& block);
  Block* AddBlock(std::size_t size_class);
  void MoveToFull(Block& block);
  void MoveToOpen(Block& block);
  void GiveUp(Block& block);

  BlockSource& source_;
  std::array<Class, kClasses> classes_{};
  Block* spare_ = nullptr;  // empty, linked by `next`
  std::size_t spares_ = 0;
  std::size_t blocks_ = 0;
};

inline void* Blocks::Allocate(std::size_t bytes) {
  const std::size_t size_class = ClassOf(bytes);
  Block* block = classes_[size_class].open;
  if (block == nullptr) [[unlikely]] {
    block = AddBlock(size_class);
    if (block == nullptr) return nullptr;
  }
  std::uint64_t* const words = block->Words();
  std::uint32_t at = block->first;
  while (words[at] == 0) ++at;  // an open block has a free slot
  block->first = at;
  const std::uint64_t free = words[at];
  const std::uint64_t rest = free & (free - 1);
  words[at] = rest;
  const auto slot_of = [&](std::uint64_t bits) {
    const std::size_t number = std::size_t{at} * 64 + static_cast<unsigned>(std::countr_zero(bits));
    return reinterpret_cast<std::byte*>(block) + kFirstSlot[size_class] +
           number * kSlotBytes[size_class];
  };
  std::byte* const slot = slot_of(free);
  // The next object will be written soon; of a word without bits that is no slot, and no matter.
  __builtin_prefetch(slot_of(rest), 1);
  block->used += 1;
  if (block->used == kSlotsPerBlock[size_class]) [[unlikely]] {
    MoveToFull(*block);
  }
  return slot;
}

inline void Blocks::Free(void* slot) {
  Block& block = BlockOf(slot);
  const std::size_t size_class = block.size_class;
  const std::uint64_t offset =
      static_cast<std::uint64_t>(static_cast<std::byte*>(slot) -
                                 reinterpret_cast<std::byte*>(&block) - kFirstSlot[size_class]);
  const std::uint32_t number = static_cast<std::uint32_t>(offset * kReciprocal[size_class] >> 32);
  block.Words()[number / 64] |= std::uint64_t{1} << (number % 64);
  block.first = std::min(block.first, number / 64);
  block.used -= 1;
  if (block.full) [[unlikely]] {
    MoveToOpen(block);
  }
  if (block.used == 0) [[unlikely]] {
    GiveUp(block);
  }
}

}  // namespace GC_BUILD
}  // namespace gc
