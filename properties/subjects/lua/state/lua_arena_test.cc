// properties/subjects/lua/state/lua_arena_test.cc -- the arena notices freed memory, and can bring
// all memory back.

#include "properties/subjects/lua/state/lua_arena.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <lua.hpp>
#include <set>

namespace properties {
namespace {

void* New(LuaArena& arena, std::size_t size, std::size_t type = 0) {
  return LuaArena::Allocate(&arena, nullptr, type, size);
}

void Free(LuaArena& arena, void* block, std::size_t size) {
  LuaArena::Allocate(&arena, block, size, 0);
}

std::uint32_t Low(const void* address) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(address));
}

TEST(LuaArena, AddressesAreTheSameInEveryArenaButForTheirHighBits) {
  LuaArena one;
  LuaArena other;
  for (const std::size_t size : {1u, 16u, 17u, 1000u, 300000u, 8u}) {
    EXPECT_EQ(Low(New(one, size)), Low(New(other, size)));
  }
}

TEST(LuaArena, FindsTheBlockThatContainsAnAddress) {
  LuaArena arena;
  char* const a = static_cast<char*>(New(arena, 40));
  char* const b = static_cast<char*>(New(arena, 8));
  arena.GiveName(a, 7);
  EXPECT_EQ(arena.Find(a), arena.Find(a + 39));
  EXPECT_NE(arena.Find(a), arena.Find(b));
  EXPECT_EQ(arena.Find(a)->name, 7u);
  EXPECT_EQ(arena.Find(b)->name, reference::kNull);
  int elsewhere = 0;
  EXPECT_EQ(arena.Find(&elsewhere), nullptr);
  EXPECT_EQ(arena.Find(nullptr), nullptr);
}

TEST(LuaArena, FreedMemoryIsTold_FilledAndNotHandedOutAgain) {
  LuaArena arena;
  char* const block = static_cast<char*>(New(arena, 32));
  arena.GiveName(block, 3);
  Free(arena, block, 32);
  EXPECT_FALSE(arena.Find(block)->live);
  EXPECT_EQ(block[0], '\xFF');
  EXPECT_THAT(arena.freed_names(), testing::ElementsAre(3u));
  for (int i = 0; i < 1000; ++i) EXPECT_NE(New(arena, 32), block);
}

TEST(LuaArena, OnlyWhenMuchHasBeenFreedIsMemoryUsedAgain_OldestFirst) {
  LuaArena arena;
  constexpr std::size_t kSize = 4000;
  void* const first = New(arena, kSize);
  Free(arena, first, kSize);
  std::size_t others = 0;
  for (void* block = nullptr; (block = New(arena, kSize)) != first; ++others) {
    ASSERT_LT(others, 100000u);
    Free(arena, block, kSize);
  }
  EXPECT_GT(others, 10000u);
  EXPECT_TRUE(arena.Find(first)->live);
}

TEST(LuaArena, ABlockMovesWheneverItsSizeChanges) {
  LuaArena arena;
  void* const small = New(arena, 16);
  std::memcpy(small, "fifteen letters", 16);
  void* const large = LuaArena::Allocate(&arena, small, 16, 64);
  EXPECT_NE(large, small);
  EXPECT_STREQ(static_cast<char*>(large), "fifteen letters");
  EXPECT_FALSE(arena.Find(small)->live);
  void* const less = LuaArena::Allocate(&arena, large, 64, 32);
  EXPECT_NE(less, large);
  EXPECT_STREQ(static_cast<char*>(less), "fifteen letters");
}

TEST(LuaArena, APhotographBringsEverythingBack) {
  LuaArena arena;
  char* const before = static_cast<char*>(New(arena, 16));
  std::memcpy(before, "before", 7);
  arena.Photograph();
  char* const after = static_cast<char*>(New(arena, 16));
  Free(arena, before, 16);
  arena.Restore();
  EXPECT_STREQ(before, "before");
  EXPECT_TRUE(arena.Find(before)->live);
  EXPECT_EQ(arena.Find(after), nullptr);
  EXPECT_EQ(New(arena, 16), after);
  EXPECT_THAT(arena.freed_names(), testing::IsEmpty());
}

TEST(LuaArena, OneAllocationFailsWhenAsked_AndShrinkingNever) {
  LuaArena arena;
  void* const block = New(arena, 64);
  arena.FailAfter(2);
  EXPECT_NE(New(arena, 16), nullptr);
  EXPECT_NE(LuaArena::Allocate(&arena, block, 64, 16), nullptr);
  EXPECT_EQ(New(arena, 16), nullptr);
  EXPECT_FALSE(arena.FailurePending());
  EXPECT_NE(New(arena, 16), nullptr);
}

TEST(LuaArena, WhatIsKeptAsideMovesNothingElse) {
  LuaArena one;
  LuaArena other;
  one.SetAside(true);
  void* const aside = New(one, 100);
  one.SetAside(false);
  EXPECT_EQ(Low(New(one, 16)), Low(New(other, 16)));
  Free(one, aside, 100);
  EXPECT_EQ(one.freed_count(), 0u);
}

}  // namespace
}  // namespace properties
