#include "properties/subjects/lua/things/lua_finalizers.h"

namespace properties {

namespace {

using About = LuaShape::About;
using reference::Name;

// Makes unreachable objects of several types, and a table that grows.
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
void Revive(LuaHeap& heap, lua_State* lua, Name object) {
  LuaHeap::PushPlace(lua, LuaHeap::Place::kRevived);
  lua_pushvalue(lua, 1);
  lua_rawseti(lua, -2, lua_Integer{object} + 1);
  lua_pop(lua, 1);
  heap.Count(LuaPath::kRevival);
}

// The __gc function of every object that has a finalizer.
int Finalize(lua_State* lua) {
  LuaHeap& heap = LuaHeap::Of(lua);
  const LuaArena::Block* const block = heap.arena.Find(lua_topointer(lua, 1));
  if (block == nullptr || !block->live || block->name == reference::kNull) {
    heap.wrong_finalizer = true;
    return 0;
  }
  const Name object = block->name;
  const std::uint32_t calls = heap.CountFinalizer(object);
  heap.Count(LuaPath::kFinalizer);
  switch (heap.shape.FinalizerOf(object)) {
    case LuaFinalizer::kNone:
    case LuaFinalizer::kPlain:
      break;
    case LuaFinalizer::kRepeats:
      if (calls == 1 && lua_getmetatable(lua, 1) != 0) {
        lua_setmetatable(lua, 1);
      } else if (calls == 2) {
        heap.Count(LuaPath::kRepeatedFinalizer);
      }
      [[fallthrough]];
    case LuaFinalizer::kRevives:
      Revive(heap, lua, object);
      break;
    case LuaFinalizer::kAllocates:
      Allocate(lua);
      break;
  }
  return 0;
}

bool IsLate(const LuaHeap& heap, Name object) {
  return heap.shape.Choose(About::kFinalizer, 3, object + 1, 2) == 0;
}

void SetFinalizer(LuaHeap& heap, Name object, int index) {
  lua_createtable(heap.lua, 0, 2);
  AddFinalizer(heap, object);
  lua_setmetatable(heap.lua, index);
  heap.Count(LuaPath::kSetMetatable);
}

}  // namespace

void AddFinalizer(LuaHeap& heap, Name object) {
  if (heap.shape.FinalizerOf(object) == LuaFinalizer::kNone) return;
  lua_pushcfunction(heap.lua, Finalize);
  lua_setfield(heap.lua, -2, "__gc");
}

void SetFinalizerAtBirth(LuaHeap& heap, Name object, int index) {
  if (heap.shape.FinalizerOf(object) == LuaFinalizer::kNone || IsLate(heap, object)) return;
  SetFinalizer(heap, object, index);
}

void ChangeMetatable(LuaHeap& heap, Name object, int index, std::uint32_t choice) {
  if (choice % 4 != 0) return;
  const bool finalizer = heap.shape.FinalizerOf(object) != LuaFinalizer::kNone;
  if (finalizer && !IsLate(heap, object)) return;
  SetFinalizer(heap, object, index);
  heap.Count(finalizer ? LuaPath::kLateFinalizer : LuaPath::kNewMetatable);
}

void ForgetRevived(LuaHeap& heap) {
  lua_State* const lua = heap.lua;
  heap.PushPlace(LuaHeap::Place::kRevived);
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
