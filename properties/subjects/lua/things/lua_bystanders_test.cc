// properties/subjects/lua/things/lua_bystanders_test.cc -- what is kept beside the objects is as it
// was, and a change is noticed.

#include "properties/subjects/lua/things/lua_bystanders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace properties {
namespace {

void Free(LuaHeap& heap, const void* address) {
  void* const block = const_cast<void*>(address);
  LuaArena::Allocate(&heap.arena, block, heap.arena.Find(address)->size, 0);
}

const char* Asked(LuaBystanders& bystanders) {
  bystanders.Ask();
  return bystanders.wrong();
}

TEST(LuaBystanders, StayAsTheyWereWhateverIsCollectedMeanwhile) {
  LuaHeap heap;
  LuaBystanders bystanders(heap);
  std::uint32_t steps = 0;
  const auto step = [&] {
    ++steps;
    lua_gc(heap.lua, LUA_GCSTEP, 0);
  };
  for (std::uint32_t choice = 0; choice < 64; ++choice) {
    bystanders.Work(choice, step);
    EXPECT_EQ(Asked(bystanders), nullptr) << choice;
    EXPECT_EQ(lua_gettop(heap.lua), 0);
  }
  EXPECT_GT(steps, 300u) << "a program is read in many pieces, with a step after each";
  lua_gc(heap.lua, LUA_GCCOLLECT);
  EXPECT_EQ(Asked(bystanders), nullptr);
}

TEST(LuaBystanders, NoticeAConstantThatIsFreed) {
  for (const std::uint32_t choice : {0u, 2u}) {  // from source, from a binary
    LuaHeap heap;
    LuaBystanders bystanders(heap);
    bystanders.Work(choice, [] {});
    lua_State* const lua = heap.lua;
    heap.PushPlace(LuaHeap::Place::kFunctions);
    lua_rawgeti(lua, -1, 1);
    lua_call(lua, 0, 1);
    lua_call(lua, 0, 3);
    EXPECT_STREQ(lua_tostring(lua, -2), "a constant with more than forty characters, 1 of 0");
    Free(heap, lua_tostring(lua, -2));
    lua_settop(lua, 0);
    EXPECT_STREQ(Asked(bystanders), "a constant of a function is freed memory");
  }
}

TEST(LuaBystanders, NoticeAStringThatAWeakTableLostOrThatIsFreed) {
  for (std::uint32_t mode = 0; mode < 3; ++mode) {
    for (const bool freed : {false, true}) {
      LuaHeap heap;
      LuaBystanders bystanders(heap);
      for (int i = 0; i < 4; ++i) bystanders.Work(7 + 8 * mode, [] {});
      EXPECT_EQ(Asked(bystanders), nullptr);
      lua_State* const lua = heap.lua;
      heap.PushPlace(LuaHeap::Place::kStrings);
      lua_rawgeti(lua, -1, lua_Integer{mode} + 1);
      lua_pushnil(lua);
      ASSERT_NE(lua_next(lua, -2), 0);
      if (freed) {
        Free(heap, lua_tostring(lua, -1));
      } else {
        lua_pop(lua, 1);
        lua_pushnil(lua);
        lua_rawset(lua, -3);
      }
      lua_settop(lua, 0);
      EXPECT_STREQ(Asked(bystanders), freed ? "a string in a weak table is freed memory"
                                            : "a string was removed from a weak table");
    }
  }
}

}  // namespace
}  // namespace properties
