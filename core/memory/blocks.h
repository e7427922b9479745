// core/memory/blocks.h -- allocates objects by size class: each block holds slots of one size.
//
// Objects cannot be moved, because plain pointers to them cannot be found; so the holes that freed
// objects leave stay where they are. If an object of any size could fill a hole, small objects
// would split the space of large ones, until a long-lived heap could no longer place a large
// object. Here each block of 64 KiB has slots of one size only. A hole is always filled by an
// object of the same class, and an empty block may serve another class or go back to the system.
// Fragmentation remains, but it is bounded within each class.
//
// A slot's block is found by masking its address. The head of the block has a list of the slots
// that were freed, and the offset of the first slot that was never used. Slots are aligned to 16
// bytes, and to a cache line if their size is a multiple of one.
//
// Slot sizes are multiples of 16 bytes up to 256, and from there four to each doubling up to 8 KiB.
// Larger objects come from the system's allocator (core/memory/memory.cc).
//
// Thread rules: one thread at a time.   Read next: core/memory/memory.h.

#pragma once

#include <array>
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

  // The size of the head of each block, in bytes.
  static constexpr std::size_t kHeaderBytes = 64;

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

  static constexpr std::array<std::uint32_t, kClasses> kSlotsPerBlock = [] {
    std::array<std::uint32_t, kClasses> slots{};
    for (std::size_t i = 0; i < kClasses; ++i) {
      slots[i] = static_cast<std::uint32_t>((kBlockBytes - kHeaderBytes) / kSlotBytes[i]);
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
  // The head of a block.
  struct alignas(64) Block {
    Block* next = nullptr;  // the next block of the same class in its list
    Block* previous = nullptr;
    void* free = nullptr;     // list of freed slots, linked through their first words
    std::uint32_t fresh = 0;  // offset in bytes of the first slot never used
    std::uint32_t used = 0;
    std::uint32_t size_class = 0;
    bool full = false;
  };
  static_assert(sizeof(Block) == kHeaderBytes);

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

  static Block& BlockOf(void* slot) {
    return *reinterpret_cast<Block*>(reinterpret_cast<std::uintptr_t>(slot) & ~(kBlockBytes - 1));
  }
  static void Link(Block*& list, Block& block);
  static void Unlink(Block*& list, Block& block);
  static void MakeEmpty(Block& block);
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
  void* slot = block->free;
  if (slot != nullptr) {
    block->free = *static_cast<void**>(slot);
  } else {
    slot = reinterpret_cast<std::byte*>(block) + block->fresh;
    block->fresh += kSlotBytes[size_class];
  }
  block->used += 1;
  if (block->used == kSlotsPerBlock[size_class]) [[unlikely]] {
    MoveToFull(*block);
  }
  return slot;
}

inline void Blocks::Free(void* slot) {
  Block& block = BlockOf(slot);
  *static_cast<void**>(slot) = block.free;
  block.free = slot;
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
