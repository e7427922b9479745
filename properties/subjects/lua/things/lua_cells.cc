#include "properties/subjects/lua/things/lua_cells.h"

#include "properties/subjects/lua/things/lua_keys.h"
#include "properties/subjects/lua/things/lua_objects.h"

namespace properties {

namespace {

using About = LuaShape::About;

constexpr std::uint32_t kFirstPointer = 1u << 12;  // smaller integers are keys of places

int Nothing(lua_State*) { return 0; }

// The key of a cell in a table that holds cells.
LuaKey KeyOfCell(const LuaShape& shape, std::uint32_t cell) {
  const bool named = cell < LuaHeap::kKeys && shape.Choose(About::kCell, 2, cell + 1, 1) == 0;
  return {named ? LuaKeyStyle::kString : LuaKeyStyle::kIndex, cell};
}

}  // namespace

LuaCellForm LuaCells::FormOf(std::uint32_t cell) const {
  if (cell % 4 == 3) return LuaCellForm::kCoroutine;
  const LuaCellForm form = heap_.shape.CellFormOf(cell);
  const bool named = form == LuaCellForm::kRegistryField || form == LuaCellForm::kGlobal;
  return named && cell >= LuaHeap::kKeys ? LuaCellForm::kTableEntry : form;
}

void LuaCells::Set(std::uint32_t cell) {
  lua_State* const lua = heap_.lua;
  const LuaCellForm form = FormOf(cell);
  switch (form) {
    case LuaCellForm::kReference:
      return SetReference(cell);
    case LuaCellForm::kRegistryPointer:
      lua_rawsetp(lua, LUA_REGISTRYINDEX, LuaHeap::Pointer(kFirstPointer + cell));
      return heap_.Count(LuaPath::kRawSetPointer);
    case LuaCellForm::kRegistryField:
      lua_setfield(lua, LUA_REGISTRYINDEX, heap_.Key(cell));
      return heap_.Count(LuaPath::kSetField);
    case LuaCellForm::kGlobal:
      return SetGlobal(cell);
    case LuaCellForm::kTableEntry:
      heap_.PushPlace(LuaHeap::Place::kRoots);
      lua_insert(lua, -2);
      StoreByKey(heap_, lua_gettop(lua) - 1, KeyOfCell(heap_.shape, cell),
                 heap_.shape.Choose(About::kStore, kStores, cell + 1) + heap_.variant, true);
      return lua_pop(lua, 1);
    case LuaCellForm::kTypeMetatable:
      return SetInTypeMetatable(cell);
    case LuaCellForm::kCClosure:
    case LuaCellForm::kLuaClosure:
    case LuaCellForm::kUserdata:
    case LuaCellForm::kCoroutine:
      return SetInHolder(cell, form);
  }
}

void LuaCells::SetGlobal(std::uint32_t cell) {
  lua_State* const lua = heap_.lua;
  if ((heap_.shape.Choose(About::kStore, 2, cell + 1, 2) + heap_.variant) % 2 == 0) {
    lua_setglobal(lua, heap_.Key(cell));
    return heap_.Count(LuaPath::kSetGlobal);
  }
  heap_.PushGlobalAssignment(cell);
  lua_insert(lua, -2);
  lua_call(lua, 1, 0);
  heap_.Count(LuaPath::kLuaGlobalAssignment);
}

void LuaCells::SetReference(std::uint32_t cell) {
  const auto found = references_.find(cell);
  if (found != references_.end()) {
    luaL_unref(heap_.lua, LUA_REGISTRYINDEX, found->second);
    references_.erase(found);
    heap_.Count(LuaPath::kUnreference);
  }
  if (lua_isnil(heap_.lua, -1)) return lua_pop(heap_.lua, 1);
  const int reference = luaL_ref(heap_.lua, LUA_REGISTRYINDEX);
  references_.emplace(cell, reference);
  heap_.Count(LuaPath::kReference);
}

// Pushes the metatable of all light userdata, which is one of the collector's roots.
void LuaCells::PushTypeMetatable() {
  lua_State* const lua = heap_.lua;
  lua_pushlightuserdata(lua, LuaHeap::Pointer(0));
  if (lua_getmetatable(lua, -1) == 0) {
    lua_newtable(lua);
    lua_pushvalue(lua, -1);
    lua_setmetatable(lua, -3);
  }
  lua_remove(lua, -2);
}

// Stores into the metatable of light userdata, or into a copy that then replaces it.
void LuaCells::SetInTypeMetatable(std::uint32_t cell) {
  lua_State* const lua = heap_.lua;
  PushTypeMetatable();
  const std::uint32_t choice =
      heap_.shape.Choose(About::kStore, 2, cell + 1, lua_isnil(lua, -2)) + heap_.variant;
  const bool copy = choice % 2 == 0;
  if (copy) {
    lua_newtable(lua);
    lua_pushnil(lua);
    while (lua_next(lua, -3) != 0) {
      lua_pushvalue(lua, -2);
      lua_insert(lua, -2);
      lua_rawset(lua, -4);
    }
    lua_remove(lua, -2);
  }
  lua_insert(lua, -2);
  lua_rawseti(lua, -2, lua_Integer{cell} + 1);
  if (copy) {
    lua_pushlightuserdata(lua, LuaHeap::Pointer(0));
    lua_insert(lua, -2);
    lua_setmetatable(lua, -2);
    heap_.Count(LuaPath::kSetTypeMetatable);
  } else {
    heap_.Count(LuaPath::kRawSetInteger);
  }
  lua_pop(lua, 1);
}

// Pushes the closure, userdata or coroutine that is the cell; makes it when it is first asked for.
void LuaCells::PushHolder(std::uint32_t cell, LuaCellForm form) {
  lua_State* const lua = heap_.lua;
  heap_.PushPlace(LuaHeap::Place::kHolders);
  if (lua_rawgeti(lua, -1, lua_Integer{cell} + 1) == LUA_TNIL) {
    lua_pop(lua, 1);
    if (form == LuaCellForm::kCClosure) {
      lua_pushnil(lua);
      lua_pushcclosure(lua, Nothing, 1);
    } else if (form == LuaCellForm::kLuaClosure) {
      heap_.PushClosedTemplate();
      lua_call(lua, 0, 1);
    } else if (form == LuaCellForm::kUserdata) {
      NewUserdata(lua, 0, 1);
    } else {
      lua_settop(lua_newthread(lua), 1);
    }
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, -3, lua_Integer{cell} + 1);
  }
  lua_remove(lua, -2);
}

void LuaCells::SetInHolder(std::uint32_t cell, LuaCellForm form) {
  lua_State* const lua = heap_.lua;
  PushHolder(cell, form);
  lua_insert(lua, -2);
  if (form == LuaCellForm::kCClosure) {
    lua_setupvalue(lua, -2, 1);
    heap_.Count(LuaPath::kSetUpvalueOfC);
  } else if (form == LuaCellForm::kLuaClosure) {
    lua_setupvalue(lua, -2, 1);
    heap_.Count(LuaPath::kSetUpvalueOfLua);
  } else if (form == LuaCellForm::kUserdata) {
    SetUserValue(lua, -2, 1);
    heap_.Count(LuaPath::kSetUserValue);
  } else {
    lua_State* const thread = lua_tothread(lua, -2);
    lua_xmove(lua, thread, 1);
    lua_replace(thread, 1);
    heap_.Count(LuaPath::kMoveBetweenStacks);
  }
  lua_pop(lua, 1);
}

bool LuaCells::Push(std::uint32_t cell) {
  lua_State* const lua = heap_.lua;
  const LuaCellForm form = FormOf(cell);
  switch (form) {
    case LuaCellForm::kReference: {
      const auto found = references_.find(cell);
      if (found == references_.end()) return false;
      lua_rawgeti(lua, LUA_REGISTRYINDEX, found->second);
      return true;
    }
    case LuaCellForm::kRegistryPointer:
      lua_rawgetp(lua, LUA_REGISTRYINDEX, LuaHeap::Pointer(kFirstPointer + cell));
      return true;
    case LuaCellForm::kRegistryField:
      LoadByKey(heap_, LUA_REGISTRYINDEX, {LuaKeyStyle::kString, cell});
      return true;
    case LuaCellForm::kGlobal:
      lua_rawgeti(lua, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
      LoadByKey(heap_, lua_gettop(lua), {LuaKeyStyle::kString, cell});
      break;
    case LuaCellForm::kTableEntry:
      heap_.PushPlace(LuaHeap::Place::kRoots);
      LoadByKey(heap_, lua_gettop(lua), KeyOfCell(heap_.shape, cell));
      break;
    case LuaCellForm::kTypeMetatable:
      lua_pushlightuserdata(lua, LuaHeap::Pointer(0));
      if (lua_getmetatable(lua, -1) == 0 || !heap_.Live(-1)) return lua_settop(lua, -2), false;
      lua_remove(lua, -2);
      lua_rawgeti(lua, -1, lua_Integer{cell} + 1);
      break;
    case LuaCellForm::kCClosure:
    case LuaCellForm::kLuaClosure:
    case LuaCellForm::kUserdata:
    case LuaCellForm::kCoroutine:
      heap_.PushPlace(LuaHeap::Place::kHolders);
      lua_rawgeti(lua, -1, lua_Integer{cell} + 1);
      if (!Descend(heap_)) return lua_pop(lua, 1), false;
      break;
  }
  lua_remove(lua, -2);
  return true;
}

}  // namespace properties
