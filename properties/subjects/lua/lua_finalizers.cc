#include "properties/subjects/lua/lua_finalizers.h"

namespace properties {

namespace {

using About = LuaShape::About;
using reference::Name;

// Garbage of several types, and a table that grows and shrinks.
void Allocate(lua_State* lua) {
  lua_createtable(lua, 2, 2);
  for (int i = 1; i <= 9; ++i) {
    lua_pushfstring(lua, "garbage %d", i);
    lua_rawseti(lua, -2, i);
  }
  lua_newuserdatauv(lua, 24, 1);
  lua_pushvalue(lua, -2);
  lua_setiuservalue(lua, -2, 1);
  lua_pop(lua, 2);
}

// Keeps the object at index 1 until ForgetRevived.
void Revive(LuaWorld& world, lua_State* lua, Name object) {
  LuaWorld::PushPlace(lua, LuaWorld::Place::kRevived);
  lua_pushvalue(lua, 1);
  lua_rawseti(lua, -2, lua_Integer{object} + 1);
  lua_pop(lua, 1);
  world.Count(LuaPath::kRevival);
}

// The __gc of every object that has one.
int Finalize(lua_State* lua) {
  LuaWorld& world = LuaWorld::Of(lua);
  const LuaArena::Block* const block = world.arena.Find(lua_topointer(lua, 1));
  if (block == nullptr || !block->live || block->name == reference::kNull) {
    world.wrong_finalizer = true;
    return 0;
  }
  const Name object = block->name;
  const std::uint32_t calls = world.CountFinalizer(object);
  world.Count(LuaPath::kFinalizer);
  switch (world.shape.FinalizerOf(object)) {
    case LuaFinalizer::kNone:
    case LuaFinalizer::kPlain:
      break;
    case LuaFinalizer::kRepeats:
      if (calls == 1 && lua_getmetatable(lua, 1) != 0) {
        lua_setmetatable(lua, 1);
      } else if (calls == 2) {
        world.Count(LuaPath::kRepeatedFinalizer);
      }
      [[fallthrough]];
    case LuaFinalizer::kRevives:
      Revive(world, lua, object);
      break;
    case LuaFinalizer::kAllocates:
      Allocate(lua);
      break;
  }
  return 0;
}

bool IsLate(const LuaWorld& world, Name object) {
  return world.shape.Choose(About::kFinalizer, 3, object + 1, 2) == 0;
}

void SetFinalizer(LuaWorld& world, Name object, int index) {
  lua_createtable(world.lua, 0, 2);
  AddFinalizer(world, object);
  lua_setmetatable(world.lua, index);
  world.Count(LuaPath::kSetMetatable);
}

}  // namespace

void AddFinalizer(LuaWorld& world, Name object) {
  if (world.shape.FinalizerOf(object) == LuaFinalizer::kNone) return;
  lua_pushcfunction(world.lua, Finalize);
  lua_setfield(world.lua, -2, "__gc");
}

void SetFinalizerAtBirth(LuaWorld& world, Name object, int index) {
  if (world.shape.FinalizerOf(object) == LuaFinalizer::kNone || IsLate(world, object)) return;
  SetFinalizer(world, object, index);
}

void ChangeMetatable(LuaWorld& world, Name object, int index, std::uint32_t choice) {
  if (choice % 4 != 0) return;
  const bool finalizer = world.shape.FinalizerOf(object) != LuaFinalizer::kNone;
  if (finalizer && !IsLate(world, object)) return;
  SetFinalizer(world, object, index);
  world.Count(finalizer ? LuaPath::kLateFinalizer : LuaPath::kNewMetatable);
}

void ForgetRevived(LuaWorld& world) {
  lua_State* const lua = world.lua;
  world.PushPlace(LuaWorld::Place::kRevived);
  lua_pushnil(lua);
  while (lua_next(lua, -2) != 0) {
    lua_pop(lua, 1);
    lua_pushvalue(lua, -1);
    lua_pushnil(lua);
    lua_rawset(lua, -4);
  }
  lua_pop(lua, 1);
}

}  // namespace properties
