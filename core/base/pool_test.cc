// core/base/pool_test.cc -- what is given is what is taken, and no more is kept than was asked for.

#include "core/base/pool.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace gc {
namespace {

struct InPool {
  InPool() { there += 1; }
  ~InPool() { there -= 1; }
  static inline int there = 0;
};

TEST(PoolOfAny, GivesTheLastOneBackFirst) {
  Pool<int> pool(2);
  EXPECT_EQ(pool.Take(), nullptr);
  pool.Give(std::make_unique<int>(1));
  pool.Give(std::make_unique<int>(2));
  EXPECT_EQ(*pool.Take(), 2);
  EXPECT_EQ(*pool.Take(), 1);
  EXPECT_EQ(pool.Take(), nullptr);
}

TEST(PoolOfAny, KeepsNoMoreThanItMay) {
  {
    Pool<InPool> pool(2);
    for (int i = 0; i < 3; ++i) pool.Give(std::make_unique<InPool>());
    EXPECT_EQ(InPool::there, 2);
  }
  EXPECT_EQ(InPool::there, 0);
}

TEST(Recycled, AListAndAMapAreEmptyAndKeepOnlySoMuch) {
  for (const std::size_t many : {std::size_t{100}, kKeepBytes / 4}) {
    const bool keeps = many == 100;
    std::vector<std::uint64_t> list(many);
    Recycle(list);
    EXPECT_TRUE(list.empty());
    EXPECT_EQ(list.capacity(), keeps ? many : 0u);
    std::unordered_map<std::size_t, int> map;
    for (std::size_t i = 0; i < many; ++i) map[i] = 1;
    const std::size_t buckets = map.bucket_count();
    Recycle(map);
    EXPECT_TRUE(map.empty());
    EXPECT_EQ(map.bucket_count() == buckets, keeps);
  }
}

// As much as may be kept is kept, and not a byte more.
TEST(Recycled, AListKeepsWhatItMayToTheLastByte) {
  for (const std::size_t more : {std::size_t{0}, std::size_t{1}}) {
    std::vector<char> list;
    list.reserve(kKeepBytes + more);
    ASSERT_EQ(list.capacity(), kKeepBytes + more);
    Recycle(list);
    EXPECT_EQ(list.capacity(), more == 0 ? kKeepBytes : 0u);
  }
}

}  // namespace
}  // namespace gc
