// core/pointer/builds/checked/made_room_test.cc -- a list that was to have room and has none is
// noticed in a build with faults, however much memory there is.

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "core/base/room.h"

namespace gc {
namespace {

static_assert(kFaulty);

constexpr const char* kMissing =
    "gc: .*room\\.h:[0-9]+: room for what is listed here must have been made before";

std::vector<int> WithRoomFor(std::size_t items) {
  std::vector<int> list;
  list.reserve(items);
  return list;
}

// S9.17, S17.12: what is appended where nothing may fail has its room from before.
TEST(MadeRoomDeathTest, IsNeededForOneItem) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  std::vector<int> list = WithRoomFor(2);
  PushInRoom(list, 1);
  PushInRoom(list, 2);
  EXPECT_EQ(list, (std::vector<int>{1, 2}));
  ASSERT_EQ(list.capacity(), 2u);
  EXPECT_DEATH(PushInRoom(list, 3), kMissing);
}

TEST(MadeRoomDeathTest, IsNeededForAllItemsAtOnce) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  std::vector<int> list = WithRoomFor(3);
  AppendInRoom(list, std::vector<int>{1, 2});
  ASSERT_EQ(list.capacity(), 3u);
  EXPECT_DEATH(AppendInRoom(list, std::vector<int>{3, 4}), kMissing);
  AppendInRoom(list, std::vector<int>{3});
  EXPECT_EQ(list, (std::vector<int>{1, 2, 3}));
}

}  // namespace
}  // namespace gc
