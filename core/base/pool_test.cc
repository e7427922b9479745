// core/base/pool_test.cc -- what is given is what is taken, and no more is kept than was asked for.

#include "core/base/pool.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace gc
