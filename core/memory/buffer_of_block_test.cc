// core/memory/buffer_of_block_test.cc -- the block of an object says where its stores are noted.
//
// Row: S9.27.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/gc.h"
#include "core/memory/blocks.h"
#include "core/object/store_buffer.h"

namespace gc {
namespace {

// An address that is only looked for.
const void* Address(std::uintptr_t address) { return reinterpret_cast<const void*>(address); }

TEST(BufferOfBlock, IsFoundForEveryAddressOfTheBlockAndNoOther) {
  constexpr std::uintptr_t kBlock = 0x7000'0001'0000;
  StoreBuffer buffer;
  BufferOfBlock::Enter(Address(kBlock), &buffer);
  EXPECT_EQ(BufferOfBlock::Find(Address(kBlock)), &buffer);
  EXPECT_EQ(BufferOfBlock::Find(Address(kBlock + kBlockBytes - 1)), &buffer);
  EXPECT_EQ(BufferOfBlock::Find(Address(kBlock + kBlockBytes)), nullptr);
  EXPECT_EQ(BufferOfBlock::Find(Address(kBlock - 1)), nullptr);
  BufferOfBlock::Leave(Address(kBlock), &buffer);
  EXPECT_EQ(BufferOfBlock::Find(Address(kBlock)), nullptr);
}

TEST(BufferOfBlock, IsNotKnownIfAnotherBlockTookItsPlace) {
  constexpr std::uintptr_t kBlock = 0x7000'0002'0000,
                           kSamePlace = kBlock + (std::uintptr_t{1} << 32);
  StoreBuffer one, other;
  BufferOfBlock::Enter(Address(kBlock), &one);
  BufferOfBlock::Enter(Address(kSamePlace), &other);
  EXPECT_EQ(BufferOfBlock::Find(Address(kBlock)), nullptr);
  EXPECT_EQ(BufferOfBlock::Find(Address(kSamePlace)), &other);
  BufferOfBlock::Leave(Address(kBlock), &one);
  EXPECT_EQ(BufferOfBlock::Find(Address(kSamePlace)), &other)
      << "the place is not the first one's now";
  BufferOfBlock::Leave(Address(kSamePlace), &other);
}

// Addresses of more bits than a word has room for are the business of the object.
TEST(BufferOfBlock, IsNotKnownForAddressesThatAreTooLong) {
  StoreBuffer buffer;
  for (const std::uintptr_t block :
       {std::uintptr_t{0xFF00'7000'0003'0000}, std::uintptr_t{0x8000'0003'0000}}) {
    BufferOfBlock::Enter(Address(block), &buffer);
    EXPECT_EQ(BufferOfBlock::Find(Address(block)), nullptr);
  }
  EXPECT_EQ(BufferOfBlock::Find(Address(0x3'0000)), nullptr)
      << "nor for the lowest ones, unless entered";
}

// A block that goes back may be another heap's next.
TEST(BufferOfBlock, IsForgottenWhenTheBlockGoesBack) {
  BlockSource source;
  Heap heap;
  StoreBuffer buffer;
  std::vector<void*> slots;
  {
    Blocks blocks(source);
    blocks.SetOwner(heap.collector(), &buffer);
    for (int i = 0; i < 64; ++i) slots.push_back(blocks.Allocate(8000));
    for (void* const slot : slots) EXPECT_EQ(BufferOfBlock::Find(slot), &buffer);
    for (std::size_t i = 0; i < 48; ++i) blocks.Free(slots[i]);
    blocks.Trim();
    EXPECT_EQ(BufferOfBlock::Find(slots[0]), nullptr);
    EXPECT_EQ(BufferOfBlock::Find(slots[63]), &buffer);
  }
  EXPECT_EQ(BufferOfBlock::Find(slots[63]), nullptr);
}

}  // namespace
}  // namespace gc
