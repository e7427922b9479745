#include "properties/subjects/lua/lua_weaks.h"

namespace properties {

namespace {

using About = LuaShape::About;
using reference::Name;

const char* ModeOf(LuaWeakForm form) {
  switch (form) {
    case LuaWeakForm::kValue:
    case LuaWeakForm::kNamedValue:
      return "v";
    case LuaWeakForm::kBothValue:
    case LuaWeakForm::kBothSelf:
    case LuaWeakForm::kBothKey:
      return "kv";
    case LuaWeakForm::kKey:
    case LuaWeakForm::kKeySelf:
      return "k";
  }
  return "v";
}

LuaPath PathOf(LuaWeakForm form) {
  const char* const mode = ModeOf(form);
  if (mode[1] != '\0') return LuaPath::kWeakBoth;
  return mode[0] == 'k' ? LuaPath::kWeakKeys : LuaPath::kWeakValues;
}

bool IsKey(LuaWeakForm form) {
  return form == LuaWeakForm::kBothKey || form == LuaWeakForm::kKey ||
         form == LuaWeakForm::kKeySelf;
}

}  // namespace

void LuaWeaks::PushMetatable(LuaWeakForm form) {
  lua_createtable(world_.lua, 0, 1);
  lua_pushstring(world_.lua, ModeOf(form));
  lua_setfield(world_.lua, -2, "__mode");
}

// Pushes an empty table of the form, the one that wN had if it is of the same mode, now and then
// with another metatable.
void LuaWeaks::PushTable(std::uint32_t weak, LuaWeakForm form, Name target) {
  lua_State* const lua = world_.lua;
  world_.PushPlace(LuaWorld::Place::kWeaks);
  const bool there = lua_rawgeti(lua, -1, lua_Integer{weak} + 1) == LUA_TTABLE;
  if (there && PathOf(forms_[weak]) == PathOf(form)) {
    lua_pushnil(lua);
    while (lua_next(lua, -2) != 0) {
      lua_pop(lua, 1);
      lua_pushvalue(lua, -1);
      lua_pushnil(lua);
      lua_rawset(lua, -4);
    }
    const bool spared = PathOf(form) == LuaPath::kWeakBoth && world_.spare_weak_both;
    if (!spared && world_.shape.Choose(About::kLink, 2, weak + 1, target + 1) == 0) {
      PushMetatable(form);
      lua_setmetatable(lua, -2);
      world_.Count(LuaPath::kNewWeakMetatable);
    }
  } else {
    lua_pop(lua, 1);
    lua_newtable(lua);
    PushMetatable(form);
    lua_setmetatable(lua, -2);
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, -3, lua_Integer{weak} + 1);
  }
  lua_remove(lua, -2);
}

void LuaWeaks::Make(std::uint32_t weak, Name target) {
  lua_State* const lua = world_.lua;
  const LuaWeakForm form = world_.shape.WeakFormOf(weak, target);
  PushTable(weak, form, target);
  if (weak >= forms_.size()) forms_.resize(weak + 1);
  forms_[weak] = form;
  world_.Count(PathOf(form));
  lua_insert(lua, -2);  // table, object
  switch (form) {
    case LuaWeakForm::kValue:
    case LuaWeakForm::kBothValue:
      lua_rawseti(lua, -2, 1);
      break;
    case LuaWeakForm::kNamedValue:
      lua_setfield(lua, -2, world_.Key(0));
      break;
    case LuaWeakForm::kBothKey:
    case LuaWeakForm::kKey:
      lua_pushboolean(lua, 1);
      lua_rawset(lua, -3);
      break;
    case LuaWeakForm::kBothSelf:
    case LuaWeakForm::kKeySelf:
      lua_pushvalue(lua, -1);
      lua_rawset(lua, -3);
      break;
  }
  lua_pop(lua, 1);
}

void LuaWeaks::Copy(std::uint32_t to, std::uint32_t from, Name target) {
  if (!Push(from)) std::longjmp(world_.panic, 1);
  if (!lua_isnil(world_.lua, -1)) return Make(to, target);
  lua_pop(world_.lua, 1);
  const LuaWeakForm form = world_.shape.WeakFormOf(to, target);
  PushTable(to, form, target);
  lua_pop(world_.lua, 1);
  if (to >= forms_.size()) forms_.resize(to + 1);
  forms_[to] = form;
}

bool LuaWeaks::Push(std::uint32_t weak) {
  lua_State* const lua = world_.lua;
  world_.PushPlace(LuaWorld::Place::kWeaks);
  lua_rawgeti(lua, -1, lua_Integer{weak} + 1);
  lua_remove(lua, -2);
  if (!world_.Live(-1)) return lua_pop(lua, 1), false;
  lua_pushnil(lua);
  if (lua_next(lua, -2) != 0) {
    // The one entry: the object is its key or its value.
    lua_remove(lua, IsKey(forms_[weak]) ? -1 : -2);
  } else {
    lua_pushnil(lua);
  }
  lua_remove(lua, -2);
  return true;
}

}  // namespace properties
