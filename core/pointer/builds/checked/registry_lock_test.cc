// core/pointer/builds/checked/registry_lock_test.cc -- what all threads share of reflected types is
// touched under its mutex; the faulty build aborts where it is not.

#include <gtest/gtest.h>

#include "core/reflect/registry.h"

namespace gc {
namespace {

TEST(RegistryLock, IsHeldWhereATypeIsLookedUp) {
  EXPECT_EQ(FindReflection("/Script/Game.Nothing"), nullptr);
  EXPECT_EQ(FindReflectedClass("/Script/Game.Nothing"), nullptr);
  for (const Reflection* const type : AllReflections()) EXPECT_NE(type, nullptr);
}

TEST(RegistryLock, IsHeldWhereABitIsGiven) {
  const std::uint64_t one = NextCastFlag();
  EXPECT_NE(one, NextCastFlag());
}

}  // namespace
}  // namespace gc
