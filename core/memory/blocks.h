// core/memory/blocks.h -- memory by size class: an object of a size comes from a block of that
// size.
//
// Objects cannot be moved, for plain pointers to them cannot be found; so holes stay where they
// are, and the question is who can use them. If any object could, small ones would split the space
// of large ones, and a heap that lived long would be all holes. Here each block of 64 KiB has slots
// of one size only: a hole is always filled by an object of the size that left it, and a block that
// is empty serves any size again, or goes back to the system. Fragmentation is not removed, it is
// kept where it arises.
//
// A slot's block is found by a mask, and has room for its own account: a list of the slots that
// came back, and a line behind which none was used yet. Slots are aligned to 16 bytes, and to a
// cache line if their size is a multiple of one.
//
// Sizes are multiples of 16 bytes up to 256, and from there four to each doubling up to 8 KiB.
// Larger objects are not our business (core/memory/memory.cc).
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
  static constexpr std::size_t kLargest = 8 * 1024;  // a slot, in bytes
  static constexpr std::size_t kClasses = 16 + 5 * 4;
  // Blocks without an object that an allocator keeps for its next need.
  static constexpr std::size_t kSpares = 4;

  // Of each block, before its slots.
  static constexpr std::size_t kHeaderBytes = 64;

  // The bytes of a slot of each class, the smallest first.
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

  // The class of a size from 1 to kLargest: the smallest whose slots are large enough.
  static std::size_t ClassOf(std::size_t bytes) { return kClassOf[(bytes + 15) / 16]; }

  explicit Blocks(BlockSource& source = BlockSource::Shared()) : source_(source) {}
  // Gives every block back, whatever is in it.
  ~Blocks();
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;

  // A slot for an object of 1 to kLargest bytes; null if memory has run out.
  void* Allocate(std::size_t bytes);
  void Free(void* slot);
  // Nothing is allocated any more: keeps a few blocks for the next user, and gives back the rest.
  void Recycle();

  struct ClassStatistics {
    std::uint32_t slot_bytes = 0;
    std::size_t blocks = 0;
    std::size_t slots = 0;  // in these blocks
    std::size_t used = 0;   // of these slots
  };
  ClassStatistics StatisticsOf(std::size_t size_class) const;
  // Held from the source, spare ones included.
  std::size_t blocks() const { return blocks_; }

 private:
  // Stands at the start of each block.
  struct alignas(64) Block {
    Block* next = nullptr;  // of the same class, in the same list
    Block* previous = nullptr;
    void* free = nullptr;     // a list of slots that came back, through their first words
    std::uint32_t fresh = 0;  // where the slots start that were never used
    std::uint32_t used = 0;
    std::uint32_t size_class = 0;
    bool full = false;
  };
  static_assert(sizeof(Block) == kHeaderBytes);

  // Of a class: blocks with room, the one in use first; and those without.
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

}  // namespace GC_BUILD
}  // namespace gc
