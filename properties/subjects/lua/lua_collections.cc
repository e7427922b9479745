#include "properties/subjects/lua/lua_collections.h"

#include "properties/subjects/lua/things/lua_finalizers.h"

namespace properties {

namespace {

using About = LuaShape::About;

// Adds and removes entries, so that the table's parts grow and shrink.
void Stretch(lua_State* lua, int table) {
  for (const bool add : {true, false}) {
    for (int i = 1; i <= 20; ++i) {
      if (add) {
        lua_pushboolean(lua, 1);
      } else {
        lua_pushnil(lua);
      }
      lua_rawseti(lua, table, -i);
    }
  }
}

}  // namespace

void LuaCollections::Begin(bool generational) {
  generational_ = generational;
  in_cycle_ = false;
  collects_ = 0;
  if (generational_) lua_gc(heap_.lua, LUA_GCGEN, 0, 0);
}

// Does one single step; returns whether a cycle has ended.
bool LuaCollections::Step() { return lua_gc(heap_.lua, LUA_GCSTEP, 0) != 0; }

void LuaCollections::Start() {
  if (generational_ || in_cycle_) return;
  ForgetRevived(heap_);
  in_cycle_ = !Step();
}

void LuaCollections::Tick(std::uint32_t units) {
  if (generational_) {
    ForgetRevived(heap_);
    Step();
    return;
  }
  for (; in_cycle_ && units > 0; --units) in_cycle_ = !Step();
}

void LuaCollections::Collect() {
  ForgetRevived(heap_);
  ++collects_;
  in_cycle_ = false;
  const std::uint32_t choice = heap_.shape.Choose(About::kCollect, 4, collects_);
  if (!generational_ && choice == 0) {
    lua_gc(heap_.lua, LUA_GCGEN, 0, 0);
    lua_gc(heap_.lua, LUA_GCINC, 0, 0, 0);
    heap_.Count(LuaPath::kChangeOfMode);
  } else if (choice == 1 && collects_ % 2 == 0) {
    Emergency();
  } else {
    lua_gc(heap_.lua, LUA_GCCOLLECT);
  }
}

void LuaCollections::Emergency() {
  const int top = lua_gettop(heap_.lua);
  heap_.arena.FailAfter(1 + heap_.shape.Choose(About::kCollect, 4, collects_, 1));
  AllocateALot(heap_.shape.Choose(About::kCollect, 6, collects_, 2));
  const bool failed = !heap_.arena.FailurePending();
  heap_.arena.FailAfter(0);
  lua_settop(heap_.lua, top);
  if (failed) {
    heap_.Count(LuaPath::kEmergency);
  } else {
    lua_gc(heap_.lua, LUA_GCCOLLECT);
  }
}

// Does something for which Lua allocates memory several times.
void LuaCollections::AllocateALot(std::uint32_t what) {
  lua_State* const lua = heap_.lua;
  switch (what) {
    case 0:
      lua_createtable(lua, 4, 8);
      return Stretch(lua, lua_gettop(lua));
    case 1:
      heap_.PushPlace(LuaHeap::Place::kRoots);
      return Stretch(lua, lua_gettop(lua));
    case 2:
      heap_.PushPlace(LuaHeap::Place::kHolders);
      return Stretch(lua, lua_gettop(lua));
    case 3: {
      lua_State* const thread = lua_newthread(lua);
      lua_checkstack(thread, 100);
      lua_newtable(thread);
      return;
    }
    case 4:
      heap_.PushClosedTemplate();
      lua_call(lua, 0, 1);
      lua_newuserdatauv(lua, 16, 2);
      return;
    default:
      for (int i = 0; i < 6; ++i) lua_pushfstring(lua, "a string of this run, %d", i);
      lua_concat(lua, 6);
      return;
  }
}

}  // namespace properties
