// properties/subjects/lua/state/lua_heap_test.cc -- nothing in the Lua state varies by itself.

#include "properties/subjects/lua/state/lua_heap.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "properties/subjects/lua/lua_collections.h"
#include "properties/subjects/lua/lua_verifier.h"
#include "properties/subjects/lua/things/lua_keys.h"

namespace properties {
namespace {

// The order in which lua_next traverses a table with these keys.
std::vector<std::uint32_t> OrderOfKeys(LuaHeap& heap, std::uint32_t count) {
  lua_State* const lua = heap.lua;
  lua_createtable(lua, 0, static_cast<int>(count));
  for (std::uint32_t i = 0; i < count; ++i) {
    lua_pushinteger(lua, i);
    lua_setfield(lua, -2, heap.Key(i));
  }
  std::vector<std::uint32_t> order;
  lua_pushnil(lua);
  while (lua_next(lua, -2) != 0) {
    order.push_back(static_cast<std::uint32_t>(lua_tointeger(lua, -1)));
    lua_pop(lua, 1);
  }
  lua_settop(lua, 0);
  return order;
}

TEST(LuaHeap, KeysStandWhereTheirNumberSays_WhateverTheHashSeed) {
  // The two states have different seeds, since they lie at different addresses.
  LuaHeap one;
  LuaHeap other;
  for (const std::uint32_t count : {2u, 8u, 64u}) {
    const std::vector<std::uint32_t> order = OrderOfKeys(one, count);
    EXPECT_EQ(order, OrderOfKeys(other, count));
    for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(order[i], i);
  }
}

TEST(LuaHeap, RestoringItForgetsEverything) {
  LuaHeap heap;
  lua_newtable(heap.lua);
  const void* const first = lua_topointer(heap.lua, -1);
  lua_setglobal(heap.lua, "table");
  heap.Restore(LuaShape(1));
  EXPECT_EQ(lua_gettop(heap.lua), 0);
  lua_newtable(heap.lua);
  EXPECT_EQ(lua_topointer(heap.lua, -1), first);
  EXPECT_EQ(lua_getglobal(heap.lua, "table"), LUA_TNIL);
}

TEST(LuaHeap, AValueHasTheNameOfItsMemory_WhateverItsType) {
  LuaHeap heap;
  lua_State* const lua = heap.lua;
  lua_newtable(lua);
  lua_newuserdatauv(lua, 4, 0);
  lua_newuserdatauv(lua, 8, 3);
  lua_pushnil(lua);
  lua_pushcclosure(
      lua, [](lua_State*) { return 0; }, 1);
  heap.PushClosedTemplate();
  lua_newthread(lua);
  for (int i = 1; i <= 6; ++i) {
    EXPECT_EQ(heap.NameAt(i), reference::kDangling) << "no object of the trace yet";
    heap.arena.GiveName(lua_topointer(lua, i), static_cast<reference::Name>(i));
    EXPECT_EQ(heap.NameAt(i), static_cast<reference::Name>(i));
  }
  lua_pushnil(lua);
  EXPECT_EQ(heap.NameAt(-1), reference::kNull);
  lua_pushinteger(lua, 1);
  EXPECT_EQ(heap.NameAt(-1), reference::kDangling);
}

TEST(LuaHeap, AnErrorOfLuaLeadsBackToTheCaller) {
  LuaHeap heap;
  if (setjmp(heap.panic) == 0) {
    luaL_error(heap.lua, "no function catches this");
    FAIL();
  }
}

TEST(LuaHeap, LookingMovesNothing) {
  LuaHeap one;
  LuaHeap other;
  one.Room(5000);
  lua_newtable(one.lua);
  lua_newtable(other.lua);
  const auto low = [](LuaHeap& heap) {
    return static_cast<std::uint32_t>(
        reinterpret_cast<std::uintptr_t>(lua_topointer(heap.lua, -1)));
  };
  EXPECT_EQ(low(one), low(other));
}

TEST(LuaCollections, AStepIsOneSingleStep) {
  LuaHeap heap;
  LuaCollections collections(heap);
  collections.Begin(false);
  // Thirty tables are chained: marking each is a step, and more steps come before and after.
  lua_State* const lua = heap.lua;
  lua_newtable(lua);
  lua_pushvalue(lua, -1);
  lua_setglobal(lua, heap.Key(0));
  for (int i = 0; i < 29; ++i) {
    lua_newtable(lua);
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, -3, 1);
    lua_remove(lua, -2);
  }
  lua_settop(lua, 0);
  lua_newtable(lua);
  heap.arena.GiveName(lua_topointer(lua, -1), 1);
  lua_settop(lua, 0);
  int steps = 0;
  for (collections.Start(); heap.arena.freed_names().empty(); ++steps) {
    ASSERT_LT(steps, 100);
    collections.Tick(1);
  }
  EXPECT_GT(steps, 30);
}

TEST(LuaCollections, NoCycleBeginsWithoutAStart) {
  LuaHeap heap;
  LuaCollections collections(heap);
  collections.Begin(false);
  collections.Tick(1000);
  lua_newtable(heap.lua);
  heap.arena.GiveName(lua_topointer(heap.lua, -1), 1);
  lua_settop(heap.lua, 0);
  collections.Tick(1000);
  EXPECT_TRUE(heap.arena.freed_names().empty());
  collections.Start();
  collections.Tick(1000);
  EXPECT_FALSE(heap.arena.freed_names().empty());
  collections.Tick(1000);
}

TEST(LuaVerifier, FindsAReferenceToFreedMemoryWhereverItIs) {
  LuaHeap heap;
  LuaVerifier verifier(heap);
  lua_State* const lua = heap.lua;
  lua_newuserdatauv(lua, 0, 1);
  lua_newtable(lua);
  heap.arena.GiveName(lua_topointer(lua, -1), 5);
  lua_newtable(lua);
  void* const metatable = const_cast<void*>(lua_topointer(lua, -1));
  lua_setmetatable(lua, -2);
  lua_setiuservalue(lua, -2, 1);
  lua_setglobal(lua, heap.Key(1));
  EXPECT_FALSE(verifier.Walk());
  // Frees the metatable, as a wrong collector would.
  LuaArena::Allocate(&heap.arena, metatable, heap.arena.Find(metatable)->size, 0);
  const auto breach = verifier.Walk();
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->object, 5u);
  EXPECT_EQ(breach->detail, "the metatable of a table is freed memory");
  EXPECT_EQ(lua_gettop(lua), 0);
}

// What the pattern in a freed upvalue leads to is a value of no object. It must not pass for a
// value, neither in the closure nor where a function has copied it to.
TEST(LuaVerifier, FindsAClosureWhoseUpvalueIsFreed) {
  LuaHeap heap;
  LuaVerifier verifier(heap);
  lua_State* const lua = heap.lua;
  heap.PushClosedTemplate();
  lua_call(lua, 0, 1);
  lua_setglobal(lua, heap.Key(1));
  EXPECT_FALSE(verifier.Walk());
  lua_getglobal(lua, heap.Key(1));
  void* const upvalue = lua_upvalueid(lua, -1, 2);
  LuaArena::Allocate(&heap.arena, upvalue, heap.arena.Find(upvalue)->size, 0);
  auto breach = verifier.Walk();
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->detail, "an upvalue is freed memory");
  lua_getupvalue(lua, -1, 2);
  EXPECT_FALSE(heap.Live(-1));
  EXPECT_EQ(heap.NameAt(-1), reference::kDangling);
  lua_setglobal(lua, heap.Key(2));
  lua_pushnil(lua);
  lua_setglobal(lua, heap.Key(1));
  lua_settop(lua, 0);
  breach = verifier.Walk();
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->detail, "a value in a table is freed memory");
}

TEST(LuaKeys, EveryFunctionThatStoresByAKeyStoresThere) {
  LuaHeap heap;
  lua_State* const lua = heap.lua;
  for (int style = 0; style < 6; ++style) {
    for (std::uint32_t choice = 0; choice < 5; ++choice) {
      for (const bool raw : {true, false}) {
        const LuaKey key{static_cast<LuaKeyStyle>(style), 1};
        lua_newtable(lua);
        for (const int value : {1, 2}) {
          lua_pushinteger(lua, value);
          StoreByKey(heap, 1, key, choice, raw);
          EXPECT_EQ(lua_gettop(lua), 1);
          LoadByKey(heap, 1, key);
          EXPECT_EQ(lua_tointeger(lua, -1), value) << style << " " << choice << " " << raw;
          lua_pop(lua, 1);
        }
        lua_pushnil(lua);
        StoreByKey(heap, 1, key, choice, raw);
        LoadByKey(heap, 1, key);
        EXPECT_TRUE(lua_isnil(lua, -1));
        lua_settop(lua, 0);
      }
    }
  }
}

}  // namespace
}  // namespace properties
