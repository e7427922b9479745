#include "properties/subjects/lua/state/lua_heap.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace properties {

namespace {

// The stack has room for so many slots from the start, so that in most runs it neither grows nor
// shrinks.
constexpr int kStackSlots = 220;

// Lua source: makes a closure over eight variables, which are closed when the maker returns. Called
// with a number and a value, the closure assigns the value to that variable.
constexpr const char* kClosedSource =
    "local a, b, c, d, e, f, g, h "
    "return function(n, v) "
    "if n == 1 then a = v elseif n == 2 then b = v elseif n == 3 then c = v "
    "elseif n == 4 then d = v elseif n == 5 then e = v elseif n == 6 then f = v "
    "elseif n == 7 then g = v else h = v end end";

// The same in a coroutine, which hands the closure out while the variables are still on its stack.
// The ninth variable is for the coroutine itself.
constexpr const char* kOpenSource =
    "local yield = ... "
    "local a, b, c, d, e, f, g, h, thread "
    "yield(function() return a, b, c, d, e, f, g, h, thread end)";

constexpr const char* kAssignmentSource = "local t, k, v = ... t[k] = v";

// Called when Lua cannot go on: jumps back to where the operation was applied.
int Panic(lua_State* state) {
  std::longjmp(LuaHeap::Of(state).panic, 1);
  return 0;
}

}  // namespace

LuaHeap::LuaHeap() {
  lua = NewState(LuaArena::Allocate, &arena);
  if (lua == nullptr) {
    std::fputs("no Lua state could be made\n", stderr);
    std::abort();
  }
  *static_cast<LuaHeap**>(lua_getextraspace(lua)) = this;
  lua_atpanic(lua, Panic);
  StopCollector(lua);
  TakeSmallestSteps(lua);
  CollectAll(lua);
  lua_checkstack(lua, kStackSlots);
  arena.Photograph();
  // How many strings FindKeys has to try depends on the hash seed, so its traces in memory are
  // removed.
  FindKeys();
  arena.Restore();
}

void LuaHeap::Restore(LuaShape new_shape) {
  arena.Restore();
  shape = new_shape;
  finalizers.Clear();
  steps = variant = 0;
  anchors_ = 0;
  wrong_finalizer = false;
}

// The place of a string in an otherwise empty table of 64 places. The integers below 63 are in
// order, each in its own place, but for the one whose place the string has.
int LuaHeap::PlaceInTable(const char* key) {
  lua_createtable(lua, 0, kKeys);
  lua_pushboolean(lua, 1);
  lua_setfield(lua, -2, key);
  for (int i = 0; i < static_cast<int>(kKeys) - 1; ++i) {
    lua_pushboolean(lua, 1);
    lua_rawseti(lua, -2, i);
  }
  int place = 0;
  lua_pushnil(lua);
  while (lua_next(lua, -2) != 0 && lua_type(lua, -2) != LUA_TSTRING) {
    ++place;
    lua_pop(lua, 1);
  }
  lua_settop(lua, 0);
  return place;
}

void LuaHeap::FindKeys() {
  std::uint32_t found = 0;
  for (int candidate = 0; found < kKeys; ++candidate) {
    const std::string key = "k" + std::to_string(candidate);
    std::string& slot = keys_[static_cast<std::size_t>(PlaceInTable(key.c_str()))];
    if (!slot.empty()) continue;
    slot = key;
    ++found;
  }
}

void LuaHeap::Room(int slots) {
  arena.SetAside(true);
  const bool there = lua_checkstack(lua, slots) != 0;
  arena.SetAside(false);
  if (!there) std::longjmp(panic, 1);
}

const LuaArena::Block* LuaHeap::BlockAt(int index) {
  switch (lua_type(lua, index)) {
    case LUA_TSTRING:
      return arena.Find(lua_tolstring(lua, index, nullptr));
    case LUA_TUSERDATA:
      // lua_topointer gives the address of the data, which may be empty and lie at the block's end.
      return arena.Find(static_cast<const char*>(lua_topointer(lua, index)) - 1);
    case LUA_TTABLE:
    case LUA_TFUNCTION:
    case LUA_TTHREAD:
      return arena.Find(lua_topointer(lua, index));
    default:
      return nullptr;
  }
}

bool LuaHeap::Live(int index) {
  const LuaArena::Block* const block = BlockAt(index);
  // A value outside the arena is a C function without upvalues.
  return block == nullptr ? !IsNobodys(index) : block->live;
}

bool LuaHeap::IsNobodys(int index) {
  return lua_islightuserdata(lua, index) && lua_touserdata(lua, index) == arena.Nobody();
}

reference::Name LuaHeap::NameAt(int index) {
  if (lua_isnil(lua, index)) return reference::kNull;
  const LuaArena::Block* const block = BlockAt(index);
  if (block == nullptr || !block->live || block->name == reference::kNull) {
    return reference::kDangling;
  }
  return block->name;
}

void LuaHeap::PushPlace(lua_State* state, Place place) {
  void* const key = Pointer(static_cast<std::uint32_t>(place));
  if (lua_rawgetp(state, LUA_REGISTRYINDEX, key) == LUA_TTABLE) return;
  lua_pop(state, 1);
  lua_newtable(state);
  lua_pushvalue(state, -1);
  lua_rawsetp(state, LUA_REGISTRYINDEX, key);
}

// The stack must not keep it, above its top neither: the frame of a Lua function begins there, and
// an emergency marks that.
std::size_t LuaHeap::MakeSentinel() {
  lua_createtable(lua, 0, 0);
  const std::size_t sentinel = arena.IndexOf(BlockAt(-1));
  lua_pushnil(lua);
  lua_copy(lua, -1, -2);
  lua_pop(lua, 2);
  return sentinel;
}

void LuaHeap::Anchor(int index) {
  lua_pushvalue(lua, index);
  PushPlace(Place::kAnchors);
  lua_insert(lua, -2);
  lua_rawseti(lua, -2, ++anchors_);
  lua_pop(lua, 1);
}

void LuaHeap::ForgetAnchors() {
  if (HasAnchors()) Forget(Place::kAnchors);
  anchors_ = 0;
}

void LuaHeap::Forget(Place place) {
  PushPlace(place);
  lua_pushnil(lua);
  while (lua_next(lua, -2) != 0) {
    lua_pop(lua, 1);
    lua_pushvalue(lua, -1);
    lua_pushnil(lua);
    lua_rawset(lua, -4);
  }
  lua_pop(lua, 1);
}

void LuaHeap::NoteBirth(reference::Name object) {
  if (object >= born_.size()) born_.resize(object + std::size_t{1});
  born_[object] = steps;
}

void LuaHeap::PushTemplate(int which, const char* source) {
  PushPlace(Place::kTemplates);
  if (lua_rawgeti(lua, -1, which) == LUA_TNIL) {
    lua_pop(lua, 1);
    luaL_loadbuffer(lua, source, std::strlen(source), "=adapter");
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, -3, which);
  }
  lua_remove(lua, -2);
}

void LuaHeap::PushClosedTemplate() { PushTemplate(1, kClosedSource); }

void LuaHeap::PushOpenTemplate() { PushTemplate(2, kOpenSource); }

void LuaHeap::PushAssignment() { PushTemplate(3, kAssignmentSource); }

// Which strings are keys differs between processes, and with them their lengths. The text is as
// long as with the longest, so that parsing takes as much memory.
void LuaHeap::PushCode(int which, const std::string& before, const std::string& key,
                       const char* after) {
  constexpr std::size_t kLongestKey = 8;
  std::string padded = key;
  padded.resize(std::max(kLongestKey, key.size()), ' ');
  PushTemplate(which, (before + padded + after).c_str());
}

void LuaHeap::PushFieldAssignment(std::uint32_t key) {
  PushCode(100 + static_cast<int>(key), "local t, v = ... t.", Key(key), "= v");
}

void LuaHeap::PushIndexAssignment(lua_Integer index) {
  PushCode(200 + static_cast<int>(index), "local t, v = ... t[", std::to_string(index), "] = v");
}

void LuaHeap::PushGlobalAssignment(std::uint32_t key) {
  PushCode(300 + static_cast<int>(key), "local v = ... ", Key(key), "= v");
}

}  // namespace properties
