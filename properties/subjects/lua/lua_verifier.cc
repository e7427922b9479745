#include "properties/subjects/lua/lua_verifier.h"

#include <string>

namespace properties {

// The stack is the list of things seen: each is put on it once, and its parts are put above it.
std::optional<reference::Breach> LuaVerifier::Walk() {
  lua_State* const lua = heap_.lua;
  const int before = lua_gettop(lua);
  ++walk_;
  broken_ = nullptr;
  near_ = broken_near_ = reference::kNull;
  heap_.Room(16);
  lua_pushvalue(lua, LUA_REGISTRYINDEX);
  VisitTop("the registry");
  lua_pushlightuserdata(lua, LuaHeap::Pointer(0));
  if (lua_getmetatable(lua, -1) != 0) VisitTop("the metatable of a type");
  for (int next = before + 1; next <= lua_gettop(lua) && broken_ == nullptr; ++next) {
    heap_.Room(16);
    VisitParts(next);
  }
  lua_settop(lua, before);
  if (broken_ == nullptr) return std::nullopt;
  return reference::Breach{"", broken_near_, std::string(broken_) + " is freed memory"};
}

std::optional<reference::Breach> LuaVerifier::WalkIfFreed() {
  if (heap_.arena.freed_count() == freed_) return std::nullopt;
  freed_ = heap_.arena.freed_count();
  if (setjmp(heap_.panic) != 0) {
    return reference::Breach{"", reference::kNull, "the stack cannot grow"};
  }
  return Walk();
}

// Leaves the value on top if it has parts to visit, and pops it if not.
void LuaVerifier::VisitTop(const char* what) {
  lua_State* const lua = heap_.lua;
  const LuaArena::Block* const block = heap_.BlockAt(-1);
  const bool freed = block == nullptr ? heap_.IsNobodys(-1) : !block->live;
  if (freed && broken_ == nullptr) {
    broken_near_ = near_;
    broken_ = what;
  }
  if (block == nullptr || freed) return lua_pop(lua, 1);
  const std::size_t index = heap_.arena.IndexOf(block);
  if (index >= seen_.size()) seen_.resize(index + 1);
  if (seen_[index] == walk_ || lua_type(lua, -1) == LUA_TSTRING) return lua_pop(lua, 1);
  seen_[index] = walk_;
}

void LuaVerifier::VisitParts(int index) {
  const LuaArena::Block* const block = heap_.BlockAt(index);
  near_ = block == nullptr ? reference::kNull : block->name;
  switch (lua_type(heap_.lua, index)) {
    case LUA_TTABLE:
      return VisitTable(index);
    case LUA_TUSERDATA:
      return VisitUserdata(index);
    case LUA_TFUNCTION:
      return VisitClosure(index);
    case LUA_TTHREAD:
      return VisitThread(index);
    default:
      return;
  }
}

void LuaVerifier::VisitTable(int index) {
  lua_State* const lua = heap_.lua;
  if (lua_getmetatable(lua, index) != 0) VisitTop("the metatable of a table");
  lua_pushnil(lua);
  while (broken_ == nullptr && lua_next(lua, index) != 0) {
    heap_.Room(16);
    // On the stack are the key and, on top, the value. A value that stays is moved below the key,
    // since lua_next needs the key on top.
    const int key = lua_gettop(lua) - 1;
    VisitTop("a value in a table");
    if (lua_gettop(lua) > key) lua_insert(lua, -2);
    lua_pushvalue(lua, -1);
    const int copy = lua_gettop(lua);
    VisitTop("a key of a table");
    if (lua_gettop(lua) == copy) lua_insert(lua, -2);
  }
}

void LuaVerifier::VisitUserdata(int index) {
  lua_State* const lua = heap_.lua;
  if (lua_getmetatable(lua, index) != 0) VisitTop("the metatable of a userdata");
  for (std::uint32_t i = 1; GetUserValue(lua, index, i) != LUA_TNONE; ++i) {
    heap_.Room(16);
    VisitTop("a user value");
  }
  lua_pop(lua, 1);
}

void LuaVerifier::VisitClosure(int index) {
  lua_State* const lua = heap_.lua;
  for (int i = 1; lua_getupvalue(lua, index, i) != nullptr; ++i) {
    heap_.Room(16);
    VisitTop("an upvalue");
  }
}

void LuaVerifier::VisitThread(int index) {
  lua_State* const lua = heap_.lua;
  lua_State* const thread = lua_tothread(lua, index);
  if (thread == lua) return;
  for (int i = 1; i <= lua_gettop(thread); ++i) {
    heap_.Room(16);
    lua_pushvalue(thread, i);
    lua_xmove(thread, lua, 1);
    VisitTop("a slot of a coroutine's stack");
  }
}

}  // namespace properties
