#include "properties/subjects/lua/things/lua_objects.h"

namespace properties {

namespace {

const LuaKindFunctions& FunctionsOf(LuaKind kind) {
  switch (kind) {
    case LuaKind::kTable:
      return kLuaTable;
    case LuaKind::kUserdata:
      return kLuaUserdata;
    case LuaKind::kProxy:
      return kLuaProxy;
    case LuaKind::kProxyFunction:
      return kLuaProxyFunction;
    case LuaKind::kMetatable:
      return kLuaMetatable;
    case LuaKind::kAsMetatable:
      return kLuaAsMetatable;
    case LuaKind::kCClosure:
      return kLuaCClosure;
    case LuaKind::kLuaClosure:
      return kLuaLuaClosure;
    case LuaKind::kOpenClosure:
      return kLuaOpenClosure;
    case LuaKind::kThread:
      return kLuaThread;
    case LuaKind::kEphemeron:
      return kLuaEphemeron;
    case LuaKind::kKeys:
      return kLuaKeys;
    case LuaKind::kChain:
      return kLuaChain;
  }
  return kLuaTable;
}

}  // namespace

void CreateObject(LuaHeap& heap, reference::Name object, std::uint32_t fields) {
  FunctionsOf(heap.shape.KindOf(object, fields)).create(heap, object, fields);
  heap.arena.GiveName(lua_topointer(heap.lua, -1), object);
  heap.NoteBirth(object);
}

void StoreField(LuaHeap& heap, const LuaField& field) {
  FunctionsOf(heap.shape.KindOf(field.object, field.fields)).store(heap, field);
}

bool LoadField(LuaHeap& heap, const LuaField& field) {
  return FunctionsOf(heap.shape.KindOf(field.object, field.fields)).load(heap, field);
}

bool PushMetafield(LuaHeap& heap, int index, const char* name) {
  lua_State* const lua = heap.lua;
  if (lua_getmetatable(lua, index) == 0) return false;
  if (heap.Live(-1)) {
    lua_pushstring(lua, name);
    lua_rawget(lua, -2);
    lua_remove(lua, -2);
    if (heap.Live(-1)) return true;
  }
  lua_pop(lua, 1);
  return false;
}

bool Descend(LuaHeap& heap) {
  lua_State* const lua = heap.lua;
  const int holder = lua_gettop(lua);
  switch (heap.Live(holder) ? lua_type(lua, holder) : LUA_TNONE) {
    case LUA_TTABLE:
      lua_rawgeti(lua, holder, 1);
      break;
    case LUA_TUSERDATA:
      GetUserValue(lua, holder, 1);
      break;
    case LUA_TFUNCTION:
      if (lua_getupvalue(lua, holder, 1) == nullptr) lua_pushnil(lua);
      break;
    case LUA_TTHREAD: {
      lua_State* const thread = lua_tothread(lua, holder);
      lua_pushvalue(thread, 1);
      lua_xmove(thread, lua, 1);
      break;
    }
    default:
      lua_pop(lua, 1);
      return false;
  }
  lua_remove(lua, holder);
  return true;
}

std::uint32_t ChoiceOf(const LuaHeap& heap, LuaShape::About about, std::uint32_t bound,
                       const LuaField& field) {
  const std::uint32_t choice =
      heap.shape.Choose(about, bound, std::uint64_t{field.object} + 1,
                        std::uint64_t{field.field} + 1, std::uint64_t{field.target} + 1);
  const bool way = about == LuaShape::About::kStore || about == LuaShape::About::kLink;
  return way ? (choice + heap.variant) % bound : choice;
}

}  // namespace properties
