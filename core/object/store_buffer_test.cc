// core/object/store_buffer_test.cc -- a buffer has the room that it was given, and every block that
// can have a word is found.
//
// Row: S9.27.

#include "core/object/store_buffer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;

TEST(StoreBuffers, NoteAsManyObjectsAsThereIsRoomForInTheirOrder) {
  Heap heap;
  Node* const a = heap.New<Node>('a');
  Node* const b = heap.New<Node>('b');
  StoreBuffer buffer;
  EXPECT_FALSE(buffer.IsOpen());
  EXPECT_FALSE(buffer.TryPut(*a)) << "a closed one has room for nothing";
  buffer.Open(3);
  EXPECT_TRUE(buffer.IsOpen());
  EXPECT_EQ(buffer.Room(), 3u);
  EXPECT_TRUE(buffer.TryPut(*b));
  EXPECT_TRUE(buffer.TryPut(*a));
  EXPECT_EQ(buffer.Room(), 1u);
  EXPECT_TRUE(buffer.TryPut(*b));
  EXPECT_FALSE(buffer.TryPut(*a));
  EXPECT_THAT(buffer.Items(), ElementsAre(b, a, b));
  buffer.Open(1000);
  EXPECT_EQ(buffer.Room(), StoreBuffer::kMost);
  EXPECT_THAT(buffer.Items(), ElementsAre());
  EXPECT_TRUE(buffer.TryPut(*a));
  buffer.Close();
  EXPECT_FALSE(buffer.IsOpen());
  EXPECT_EQ(buffer.Room(), 0u);
  EXPECT_THAT(buffer.Items(), ElementsAre());
}

// The lowest block, the last one below 4 GiB, the first one above, and the last that fits a word.
TEST(StoreBuffers, AreFoundByTheLowestAndTheHighestBlock) {
  for (const std::uintptr_t address :
       {std::uintptr_t{0x3'0000}, std::uintptr_t{0xffff'0000}, std::uintptr_t{0x1'0003'0000},
        std::uintptr_t{0x7fff'ffff'0000}}) {
    StoreBuffer buffer;
    const void* const block = reinterpret_cast<const void*>(address);
    BufferOfBlock::Enter(block, &buffer);
    EXPECT_EQ(BufferOfBlock::Find(block), &buffer) << address;
    BufferOfBlock::Leave(block, &buffer);
    EXPECT_EQ(BufferOfBlock::Find(block), nullptr) << address;
  }
}

}  // namespace
}  // namespace gc
