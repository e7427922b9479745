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
// A birth that looked for its bit in the head of a block would read and write four words there. So
// the free slots of one word, 64 at most, are taken out of the head at once, and this run is given
// out bit by bit from the allocator's own record of the class. Until then the head counts them as
// used. As soon as a slot of that block is freed, the rest of the run goes back to where it came
// from; so holes are filled in the order of memory all the same, and no block seems to be in use
// for the sake of a run alone.
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
#include "core/object/owner.h"
#include "core/object/store_buffer.h"

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

  // Whose these objects are, and where stores of them are noted; null: nowhere. Before the first
  // Allocate.
  void SetOwner(Collector& owner, const StoreBuffer* stores) {
    owner_ = &owner;
    stores_ = stores;
  }

  // Free slots that were taken out of the head of their block, which counts them as used.
  struct Run {
    std::uint64_t free = 0;      // a bit for each slot
    std::byte* slots = nullptr;  // the slot of the lowest bit
  };
  // Gives out a slot of a run that has one.
  static void* TakeFrom(Run& run, std::size_t size_class);

  // A slot for an object of 1 to kLargest bytes; null if memory has run out.
  void* Allocate(std::size_t bytes);
  // The same without a call: null also if the run is used up.
  void* AllocateFromRun(std::size_t bytes);
  // A run for a thread that gives its slots out by itself. None if memory has run out. What is left
  // of it is taken back.
  bool Lend(std::size_t size_class, Run& run) { return TakeWord(size_class, run) != nullptr; }
  void TakeBack(Run& run);
  void Free(void* slot);
  // The size of the slot, in bytes.
  static std::size_t BytesOfSlot(void* slot) { return kSlotBytes[BlockOf(slot).size_class]; }
  // Gives back the blocks that hold no object, and has the source do the same with its regions.
  void Trim();
  // Notes that a collection has ended; see BlockSource::Age. A heap that has no more blocks than it
  // keeps in any case neither asks the source for any nor gives any back.
  void Age() {
    if (blocks_ > kSpares) source_.Age();
  }
  // Keeps a few blocks for the next user and gives back the rest. No slot may be in use.
  void Recycle();

  struct ClassStatistics {
    std::uint32_t slot_bytes = 0;
    std::size_t blocks = 0;
    std::size_t slots = 0;  // in the blocks of the class
    std::size_t used = 0;   // how many of these slots hold an object
  };
  ClassStatistics StatisticsOf(std::size_t size_class) const;
  // Whether that has a block, which takes no walk.
  bool HasBlocksOf(std::size_t size_class) const {
    return classes_[size_class].open != nullptr || classes_[size_class].full != nullptr;
  }
  // The number of blocks taken from the source, spare ones included.
  std::size_t blocks() const { return blocks_; }
  // Calls see(const void*) for each of them, in any order.
  template <class See>
  void ForEachBlock(const See& see) const;

 private:
  // The head of a block, which begins with whose it is, and behind it a word for each 64 slots,
  // lowest slot first: a bit is set if its slot is free.
  struct alignas(64) Block : BlockHead {
    Block* next = nullptr;  // the next block of the same class in its list
    Block* previous = nullptr;
    std::uint32_t first = 0;  // no word before this one has a bit
    std::uint32_t used = 0;   // slots, with those of a run
    std::uint32_t size_class = 0;
    bool full = false;
    bool lends = false;  // the run of its class is of this block

    std::uint64_t* Words() { return reinterpret_cast<std::uint64_t*>(this + 1); }
  };
  static_assert(sizeof(Block) == 64);

  // The run of one class, and its blocks: those with a free slot, the one in use first, and those
  // without.
  struct Class {
    Run run;
    Block* lender = nullptr;  // the block of the run; null: there was none yet
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
  Block* TakeWord(std::size_t size_class, Run& run);
  bool TakeRun(std::size_t size_class);
  void ReturnRun(Block& block);
  void PutBack(Block& block, Run& run);
  void MoveToFull(Block& block);
  void MoveToOpen(Block& block);
  void GiveUp(Block& block);
  void Give(Block* block);

  BlockSource& source_;
  Collector* owner_ = nullptr;
  const StoreBuffer* stores_ = nullptr;
  std::array<Class, kClasses> classes_{};
  Block* spare_ = nullptr;  // empty, linked by `next`
  std::size_t spares_ = 0;
  std::size_t blocks_ = 0;
};

template <class See>
void Blocks::ForEachBlock(const See& see) const {
  const auto see_all = [&see](const Block* block) {
    for (; block != nullptr; block = block->next) see(static_cast<const void*>(block));
  };
  see_all(spare_);
  for (const Class& each : classes_) {
    see_all(each.open);
    see_all(each.full);
  }
}

inline void* Blocks::Allocate(std::size_t bytes) {
  const std::size_t size_class = ClassOf(bytes);
  if (classes_[size_class].run.free == 0 && !TakeRun(size_class)) [[unlikely]] {
    return nullptr;
  }
  return AllocateFromRun(bytes);
}

[[gnu::always_inline]] inline void* Blocks::AllocateFromRun(std::size_t bytes) {
  const std::size_t size_class = ClassOf(bytes);
  Run& run = classes_[size_class].run;
  if (run.free == 0) [[unlikely]]
    return nullptr;
  return TakeFrom(run, size_class);
}

[[gnu::always_inline]] inline void* Blocks::TakeFrom(Run& run, std::size_t size_class) {
  const std::uint64_t free = run.free;
  const std::uint64_t rest = free & (free - 1);
  run.free = rest;
  const auto slot_of = [&](std::uint64_t bits) {
    const std::size_t number = static_cast<unsigned>(std::countr_zero(bits));
    return run.slots + number * kSlotBytes[size_class];
  };
  // The object after the next will be written soon, from its first line to its last. Near the end
  // of a run the last slot stands for it, which does no harm and needs no branch.
  constexpr std::uint64_t kLast = std::uint64_t{1} << 63;
  std::byte* const soon = slot_of((rest & (rest - 1)) | kLast);
  __builtin_prefetch(soon, 1);
  __builtin_prefetch(soon + kSlotBytes[size_class] - 1, 1);
  return slot_of(free);
}

inline void Blocks::Free(void* slot) {
  Block& block = BlockOf(slot);
  const std::size_t size_class = block.size_class;
  if (block.lends) [[unlikely]] {
    ReturnRun(block);
  }
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
