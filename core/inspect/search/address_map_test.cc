// core/inspect/search/address_map_test.cc -- a map finds its addresses and no others, however often
// it was emptied.

#include "core/inspect/search/address_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace gc {
namespace {

class AddressMapTest : public testing::Test {
 protected:
  const void* At(std::size_t i) const { return &memory_[i * 2]; }
  AddressMap map;

 private:
  std::vector<std::uint64_t> memory_ = std::vector<std::uint64_t>(20000);
};

TEST_F(AddressMapTest, FindsNothingAtFirst) {
  EXPECT_EQ(map.Find(At(0)), AddressMap::kAbsent);
  map.Erase(At(0));
}

TEST_F(AddressMapTest, FindsWhatWasInsertedWhileItGrows) {
  for (std::size_t i = 0; i < 5000; ++i) map.Insert(At(i), static_cast<std::uint32_t>(i));
  for (std::size_t i = 0; i < 5000; ++i) ASSERT_EQ(map.Find(At(i)), i);
  EXPECT_EQ(map.Find(At(5000)), AddressMap::kAbsent);
}

TEST_F(AddressMapTest, ErasingHidesNoneOfTheOthers) {
  for (std::size_t i = 0; i < 1000; ++i) map.Insert(At(i), static_cast<std::uint32_t>(i));
  for (std::size_t i = 0; i < 1000; i += 2) map.Erase(At(i));
  for (std::size_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(map.Find(At(i)), i % 2 == 0 ? AddressMap::kAbsent : i);
  }
}

TEST_F(AddressMapTest, AnErasedAddressMayComeAgain) {
  for (std::uint32_t i = 0; i < 5000; ++i) {
    map.Insert(At(7), i);
    ASSERT_EQ(map.Find(At(7)), i);
    map.Erase(At(7));
    ASSERT_EQ(map.Find(At(7)), AddressMap::kAbsent);
  }
  EXPECT_EQ(map.capacity(), 32u) << "there was never more than one";
}

TEST_F(AddressMapTest, ClearedItIsEmpty) {
  for (std::uint32_t round = 0; round < 100; ++round) {
    map.Insert(At(round), round);
    map.Insert(At(round + 1), round);
    map.Clear();
    ASSERT_EQ(map.Find(At(round)), AddressMap::kAbsent);
  }
}

TEST_F(AddressMapTest, HasTwiceAsManyCellsAsAddressesAndFourTimesAtMost) {
  for (std::size_t count = 1; count <= 1000; ++count) {
    map.Insert(At(count), 1);
    ASSERT_GE(map.capacity(), 2 * count);
    ASSERT_LE(map.capacity(), std::max<std::size_t>(32, 4 * count));
  }
}

// The number of clearings has 32 bits, and an empty cell has none.
TEST_F(AddressMapTest, FindsNothingOfWhatWasBeforeTheNumberOfClearingsBeganAgain) {
  AddressMap old(0xFFFFFFFEu);
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(old.Find(At(i)), AddressMap::kAbsent);
    for (std::size_t i = 0; i < 10; ++i) old.Insert(At(i), 1);
    for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(old.Find(At(i)), 1u);
    old.Clear();
  }
}

// What was in the map before takes no room.
TEST_F(AddressMapTest, GrowsByWhatItHasNowAndNotByWhatItHad) {
  for (int round = 0; round < 100; ++round) {
    for (std::size_t i = 0; i < 10; ++i) map.Insert(At(i), 1);
    map.Clear();
  }
  EXPECT_EQ(map.capacity(), 32u);
  for (std::size_t i = 0; i < 20; ++i) map.Insert(At(i), static_cast<std::uint32_t>(i));
  EXPECT_LE(map.capacity(), 80u);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(map.Find(At(i)), i);
}

}  // namespace
}  // namespace gc
