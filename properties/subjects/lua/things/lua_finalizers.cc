#include "properties/subjects/lua/things/lua_finalizers.h"

#include "properties/subjects/lua/things/lua_witnesses.h"

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
  NewUserdata(lua, 24, 1);
  lua_pushvalue(lua, -2);
  SetUserValue(lua, -2, 1);
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
  if (heap.broken == LuaBreak::kFinalizerForgotten && object % 2 == 1) return 0;
  const std::uint32_t calls = heap.finalizers.Called(object);
  if (heap.broken == LuaBreak::kFinalizerTwice) heap.finalizers.Called(object);
  AskWitnesses(heap, lua, object);
  heap.Count(LuaPath::kFinalizer);
  switch (heap.shape.FinalizerOf(object)) {
    case LuaFinalizer::kNone:
    case LuaFinalizer::kPlain:
      break;
    case LuaFinalizer::kRepeats:
      if (calls == 1 && lua_getmetatable(lua, 1) != 0) {
        lua_setmetatable(lua, 1);
        heap.finalizers.Owe(object);
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
  AddFinalizer(heap, object, index);
  lua_setmetatable(heap.lua, index);
  heap.Count(LuaPath::kSetMetatable);
}

}  // namespace

void AddFinalizer(LuaHeap& heap, Name object, int index) {
  if (heap.shape.FinalizerOf(object) == LuaFinalizer::kNone) return;
  index = lua_absindex(heap.lua, index);
  const bool forgotten = heap.broken == LuaBreak::kLateFinalizerForgotten && IsLate(heap, object);
  lua_pushcfunction(heap.lua, Finalize);
  lua_setfield(heap.lua, -2, forgotten ? "__forgotten" : "__gc");
  AddWeakTable(heap, object);
  WatchObject(heap, object, index, -1);
  heap.finalizers.Owe(object);
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

void ForgetRevived(LuaHeap& heap) { heap.Forget(LuaHeap::Place::kRevived); }

}  // namespace properties
