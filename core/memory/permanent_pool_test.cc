// core/memory/permanent_pool_test.cc -- the pool gives all of its room, and nothing beyond it.

#include "core/memory/permanent_pool.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

namespace gc {
namespace {

constexpr std::size_t kUnit = kObjectAlignment;

// S1.21: what fits is given side by side, to the last byte; what does not fit costs nothing.
TEST(PermanentPoolTest, IsFilledToItsEnd) {
  PermanentPool pool;
  EXPECT_EQ(pool.Allocate(1), nullptr) << "it is not open";
  pool.Open(5 * kUnit - 1);
  EXPECT_EQ(pool.size(), 4 * kUnit);
  EXPECT_EQ(pool.used(), 0u);
  std::byte* const first = static_cast<std::byte*>(pool.Allocate(1));
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % kUnit, 0u);
  EXPECT_EQ(pool.Allocate(kUnit + 1), first + kUnit);
  EXPECT_EQ(pool.used(), 3 * kUnit);
  EXPECT_EQ(pool.Allocate(kUnit + 1), nullptr);
  EXPECT_EQ(pool.used(), 3 * kUnit);
  EXPECT_EQ(pool.Allocate(kUnit), first + 3 * kUnit) << "the last room that there is";
  EXPECT_EQ(pool.used(), pool.size());
  EXPECT_EQ(pool.Allocate(1), nullptr);
  EXPECT_TRUE(pool.Contains(first));
  EXPECT_TRUE(pool.Contains(first + 4 * kUnit - 1));
  EXPECT_FALSE(pool.Contains(first + 4 * kUnit));
  EXPECT_FALSE(pool.Contains(first - 1));
}

// S1.22: when it is closed nothing is in it, and the next heap opens it anew.
TEST(PermanentPoolTest, IsEmptyWhenItIsOpenedAgain) {
  PermanentPool pool;
  pool.Open(2 * kUnit);
  void* const before = pool.Allocate(2 * kUnit);
  ASSERT_NE(before, nullptr) << "one object may take it all";
  pool.Close();
  EXPECT_FALSE(pool.Contains(before));
  EXPECT_EQ(pool.size(), 0u);
  EXPECT_EQ(pool.used(), 0u);
  EXPECT_EQ(pool.Allocate(kUnit), nullptr);
  pool.Open(kUnit);
  EXPECT_EQ(pool.size(), kUnit);
  EXPECT_NE(pool.Allocate(kUnit), nullptr);
}

}  // namespace
}  // namespace gc
