#include "properties/subjects/lua/things/lua_weaks.h"

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
  lua_createtable(heap_.lua, 0, 1);
  lua_pushstring(heap_.lua, ModeOf(form));
  lua_setfield(heap_.lua, -2, "__mode");
}

// Pushes an empty table for this form. If wN already has a table of the same mode, it is that one,
// sometimes with a new metatable.
void LuaWeaks::PushTable(std::uint32_t weak, LuaWeakForm form, Name target) {
  lua_State* const lua = heap_.lua;
  heap_.PushPlace(LuaHeap::Place::kWeaks);
  const bool there = lua_rawgeti(lua, -1, lua_Integer{weak} + 1) == LUA_TTABLE;
  if (there && PathOf(weaks_[weak].form) == PathOf(form)) {
    lua_pushnil(lua);
    while (lua_next(lua, -2) != 0) {
      lua_pop(lua, 1);
      lua_pushvalue(lua, -1);
      lua_pushnil(lua);
      lua_rawset(lua, -4);
    }
    if (heap_.shape.Choose(About::kLink, 2, weak + 1, target + 1) == 0) {
      PushMetatable(form);
      const bool both = PathOf(form) == LuaPath::kWeakBoth;
      if (both && heap_.mended.Has(LuaBug::kWeakBothMetatable)) heap_.Anchor(-1);
      lua_setmetatable(lua, -2);
      heap_.Count(LuaPath::kNewWeakMetatable);
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

void LuaWeaks::Note(std::uint32_t weak, LuaWeakForm form, Name target) {
  if (weak >= weaks_.size()) weaks_.resize(weak + 1);
  weaks_[weak] = {form, target};
}

void LuaWeaks::Make(std::uint32_t weak, Name target) {
  lua_State* const lua = heap_.lua;
  const LuaWeakForm form = heap_.shape.WeakFormOf(weak, target);
  PushTable(weak, form, target);
  Note(weak, form, target);
  heap_.Count(PathOf(form));
  lua_insert(lua, -2);  // table, object
  switch (form) {
    case LuaWeakForm::kValue:
    case LuaWeakForm::kBothValue:
      lua_rawseti(lua, -2, 1);
      break;
    case LuaWeakForm::kNamedValue:
      lua_setfield(lua, -2, heap_.Key(0));
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

void LuaWeaks::Copy(std::uint32_t to, std::uint32_t from) {
  const Name target = TargetOf(from);
  if (!Push(from)) std::longjmp(heap_.panic, 1);
  if (!lua_isnil(heap_.lua, -1)) return Make(to, target);
  lua_pop(heap_.lua, 1);
  const LuaWeakForm form = heap_.shape.WeakFormOf(to, target);
  PushTable(to, form, target);
  lua_pop(heap_.lua, 1);
  Note(to, form, target);
}

bool LuaWeaks::Push(std::uint32_t weak) {
  lua_State* const lua = heap_.lua;
  heap_.PushPlace(LuaHeap::Place::kWeaks);
  lua_rawgeti(lua, -1, lua_Integer{weak} + 1);
  lua_remove(lua, -2);
  if (!heap_.Live(-1)) return lua_pop(lua, 1), false;
  lua_pushnil(lua);
  if (lua_next(lua, -2) != 0) {
    // The table has one entry: the object is its key or its value.
    lua_remove(lua, IsKey(weaks_[weak].form) ? -1 : -2);
  } else {
    lua_pushnil(lua);
  }
  lua_remove(lua, -2);
  return true;
}

}  // namespace properties
