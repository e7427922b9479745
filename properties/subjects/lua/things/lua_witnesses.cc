#include "properties/subjects/lua/things/lua_witnesses.h"

namespace properties {

namespace {

using About = LuaShape::About;
using reference::Name;

// Pushes a weak table in the registry, made when it is first asked for.
void PushWitness(lua_State* lua, LuaHeap::Place place, const char* mode) {
  LuaHeap::PushPlace(lua, place);
  if (lua_getmetatable(lua, -1) != 0) return lua_pop(lua, 1);
  lua_createtable(lua, 0, 1);
  lua_pushstring(lua, mode);
  lua_setfield(lua, -2, "__mode");
  lua_setmetatable(lua, -2);
}

void PushValues(lua_State* lua) { PushWitness(lua, LuaHeap::Place::kWitnessValues, "v"); }
void PushKeys(lua_State* lua) { PushWitness(lua, LuaHeap::Place::kWitnessKeys, "k"); }

bool HasWitnesses(const LuaHeap& heap) {
  return heap.shape.Choose(About::kFinalizer, 2, 0, 3) == 0;
}

// The entries of an object and of its metatable in the table with weak values.
lua_Integer EntryOf(Name object, bool metatable) {
  return 2 * lua_Integer{object} + (metatable ? 2 : 1);
}

void Enter(LuaHeap& heap, Name object, int index, bool metatable) {
  lua_State* const lua = heap.lua;
  PushValues(lua);
  lua_pushvalue(lua, index);
  lua_rawseti(lua, -2, EntryOf(object, metatable));
  PushKeys(lua);
  lua_pushvalue(lua, index);
  if (metatable) {
    lua_newtable(lua);  // a value that dies with its key
  } else {
    lua_pushinteger(lua, object);
  }
  lua_rawset(lua, -3);
  lua_pop(lua, 2);
}

// Asks about the value on top, and pops it.
void Ask(LuaHeap& heap, lua_State* lua, Name object, bool metatable) {
  const int asked = lua_gettop(lua);
  PushValues(lua);
  if (lua_rawgeti(lua, -1, EntryOf(object, metatable)) != LUA_TNIL) {
    heap.finalizers.Complain(object, "a weak value was still there when a finalizer was called");
  }
  PushKeys(lua);
  lua_pushvalue(lua, asked);
  if (lua_rawget(lua, -2) != (metatable ? LUA_TTABLE : LUA_TNUMBER) || !heap.Live(-1)) {
    heap.finalizers.Complain(object, "a weak key was already gone when a finalizer was called");
  }
  lua_settop(lua, asked - 1);
}

// Does to the witnesses what a broken Lua would have done.
void Mislead(const LuaHeap& heap, lua_State* lua, Name object) {
  if (heap.broken == LuaBreak::kWeakValueKept) {
    PushValues(lua);
    lua_pushvalue(lua, 1);
    lua_rawseti(lua, -2, EntryOf(object, false));
    lua_pop(lua, 1);
  } else if (heap.broken == LuaBreak::kWeakKeyLost) {
    PushKeys(lua);
    lua_pushvalue(lua, 1);
    lua_pushnil(lua);
    lua_rawset(lua, -3);
    lua_pop(lua, 1);
  }
}

}  // namespace

void WatchObject(LuaHeap& heap, Name object, int index, int metatable) {
  if (!HasWitnesses(heap)) return;
  index = lua_absindex(heap.lua, index);
  metatable = lua_absindex(heap.lua, metatable);
  Enter(heap, object, index, false);
  Enter(heap, object, metatable, true);
}

void AskWitnesses(LuaHeap& heap, lua_State* lua, Name object) {
  if (!HasWitnesses(heap) || heap.finalizers.closing()) return;
  Mislead(heap, lua, object);
  lua_pushvalue(lua, 1);
  Ask(heap, lua, object, false);
  // A metatable that is kept to make up for a known bug is not dead with its object.
  if (!heap.HasAnchors() && lua_getmetatable(lua, 1) != 0) Ask(heap, lua, object, true);
}

void AddWeakTable(LuaHeap& heap, Name object) {
  const LuaFinalizer finalizer = heap.shape.FinalizerOf(object);
  if (finalizer != LuaFinalizer::kRevives && finalizer != LuaFinalizer::kRepeats) return;
  lua_State* const lua = heap.lua;
  const char* const modes[] = {"v", "k", "kv"};
  lua_newtable(lua);
  lua_createtable(lua, 0, 1);
  lua_pushstring(lua, modes[heap.shape.Choose(About::kFinalizer, 3, object + 1, 4)]);
  lua_setfield(lua, -2, "__mode");
  lua_setmetatable(lua, -2);
  lua_newtable(lua);  // as a value
  lua_rawseti(lua, -2, 1);
  lua_newtable(lua);  // as a key
  lua_pushboolean(lua, 1);
  lua_rawset(lua, -3);
  lua_setfield(lua, -2, "weak");
}

}  // namespace properties
