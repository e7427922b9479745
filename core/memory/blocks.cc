// core/memory/blocks.cc -- allocates and frees slots, and the blocks that they are in.

#include "core/memory/blocks.h"

#include <bit>
#include <new>
#include <utility>

namespace gc {
inline namespace GC_BUILD {

static_assert(kBlockBytes == std::size_t{1} << BufferOfBlock::kBlockBits);

Blocks::~Blocks() {
  const auto give_all = [this](Block* list) {
    while (list != nullptr) Give(std::exchange(list, list->next));
  };
  for (const Class& each : classes_) {
    give_all(each.open);
    give_all(each.full);
  }
  give_all(spare_);
}

void Blocks::Recycle() {
  if (blocks_ <= kSpares) return;
  for (Class& each : classes_) {
    while (each.open != nullptr) {
      Block& block = *each.open;
      Unlink(each.open, block);
      blocks_ -= 1;
      Give(&block);
    }
  }
  source_.KeepOne();
}

void Blocks::Trim() {
  const auto give = [this](Block& block) {
    blocks_ -= 1;
    Give(&block);
  };
  while (spare_ != nullptr) give(*std::exchange(spare_, spare_->next));
  spares_ = 0;
  for (Class& each : classes_) {
    for (Block* block = each.open; block != nullptr;) {
      Block& one = *std::exchange(block, block->next);
      if (one.used != 0) continue;
      Unlink(each.open, one);
      give(one);
    }
  }
  source_.Trim();
}

Blocks::ClassStatistics Blocks::StatisticsOf(std::size_t size_class) const {
  ClassStatistics statistics{.slot_bytes = kSlotBytes[size_class]};
  for (const Block* list : {classes_[size_class].open, classes_[size_class].full}) {
    for (const Block* block = list; block != nullptr; block = block->next) {
      statistics.blocks += 1;
      statistics.slots += kSlotsPerBlock[size_class];
      statistics.used += block->used;
    }
  }
  statistics.used -= static_cast<std::size_t>(std::popcount(classes_[size_class].run.free));
  return statistics;
}

Blocks::Block* Blocks::AddBlock(std::size_t size_class) {
  Block* block = spare_;
  if (block != nullptr) {
    spare_ = block->next;
    spares_ -= 1;
  } else {
    void* const memory = source_.Take();
    if (memory == nullptr) return nullptr;
    block = new (memory) Block;
    block->owner = owner_;
    blocks_ += 1;
    if (stores_ != nullptr) BufferOfBlock::Enter(block, stores_);
  }
  block->size_class = static_cast<std::uint32_t>(size_class);
  FreeAll(*block);
  Link(classes_[size_class].open, *block);
  return block;
}

// Takes the free slots of the first word that has any. Answers the block; null if memory has run
// out, and then the run is what it was.
Blocks::Block* Blocks::TakeWord(std::size_t size_class, Run& run) {
  Block* const block =
      classes_[size_class].open != nullptr ? classes_[size_class].open : AddBlock(size_class);
  if (block == nullptr) return nullptr;
  std::uint32_t at = block->first;
  while (block->Words()[at] == 0) ++at;  // an open block has a free slot
  run.free = std::exchange(block->Words()[at], 0);
  run.slots = reinterpret_cast<std::byte*>(block) + kFirstSlot[size_class] +
              std::size_t{at} * 64 * kSlotBytes[size_class];
  block->first = at;
  block->used += static_cast<std::uint32_t>(std::popcount(run.free));
  if (block->used == kSlotsPerBlock[size_class]) MoveToFull(*block);
  return block;
}

// The class's own run. False if memory has run out.
bool Blocks::TakeRun(std::size_t size_class) {
  Class& own = classes_[size_class];
  Block* const block = TakeWord(size_class, own.run);
  if (block == nullptr) return false;
  if (own.lender != nullptr) own.lender->lends = false;
  own.lender = block;
  block->lends = true;
  return true;
}

void Blocks::ReturnRun(Block& block) {
  Class& own = classes_[block.size_class];
  own.lender = nullptr;
  block.lends = false;
  PutBack(block, own.run);
}

void Blocks::TakeBack(Run& run) {
  if (run.free == 0) return;
  Block& block = BlockOf(run.slots);
  PutBack(block, run);
  if (block.used == 0) GiveUp(block);
}

// Puts what is left of a run back into the head of its block. Slots of the same word may have been
// freed meanwhile, and others taken from words behind it.
void Blocks::PutBack(Block& block, Run& run) {
  const std::uint64_t free = std::exchange(run.free, 0);
  if (free == 0) return;
  const std::size_t before = static_cast<std::size_t>(
      run.slots - reinterpret_cast<std::byte*>(&block) - kFirstSlot[block.size_class]);
  const std::uint32_t at =
      static_cast<std::uint32_t>(before / (std::size_t{64} * kSlotBytes[block.size_class]));
  block.Words()[at] |= free;
  block.first = std::min(block.first, at);
  block.used -= static_cast<std::uint32_t>(std::popcount(free));
  if (block.full) MoveToOpen(block);
}

// Sets the bits of all slots that the block has, and no other.
void Blocks::FreeAll(Block& block) {
  const std::uint32_t slots = kSlotsPerBlock[block.size_class];
  std::uint64_t* const words = block.Words();
  std::fill_n(words, slots / 64, ~std::uint64_t{0});
  if (slots % 64 != 0) words[slots / 64] = (std::uint64_t{1} << slots % 64) - 1;
  block.first = 0;
}

// Called when a block has become empty. The only open block of its class is kept, so that an object
// that is made and freed again and again does not take and return a block each time.
void Blocks::GiveUp(Block& block) {
  Class& own = classes_[block.size_class];
  if (own.open == &block && block.next == nullptr) return;
  Unlink(own.open, block);
  if (spares_ < kSpares) {
    block.next = spare_;
    spare_ = &block;
    spares_ += 1;
  } else {
    blocks_ -= 1;
    Give(&block);
  }
}

// From here on the block may be another heap's.
void Blocks::Give(Block* block) {
  if (stores_ != nullptr) BufferOfBlock::Leave(block, stores_);
  source_.Give(block);
}

void Blocks::MoveToFull(Block& block) {
  Class& own = classes_[block.size_class];
  Unlink(own.open, block);
  Link(own.full, block);
  block.full = true;
}

void Blocks::MoveToOpen(Block& block) {
  Class& own = classes_[block.size_class];
  Unlink(own.full, block);
  Link(own.open, block);
  block.full = false;
}

void Blocks::Link(Block*& list, Block& block) {
  block.previous = nullptr;
  block.next = list;
  if (list != nullptr) list->previous = &block;
  list = &block;
}

void Blocks::Unlink(Block*& list, Block& block) {
  (block.previous != nullptr ? block.previous->next : list) = block.next;
  if (block.next != nullptr) block.next->previous = block.previous;
}

}  // namespace GC_BUILD
}  // namespace gc
