#include "properties/subjects/lua/lua_cells.h"

#include "properties/subjects/lua/lua_keys.h"
#include "properties/subjects/lua/lua_objects.h"

namespace properties {

namespace {

using About = LuaShape::About;

constexpr std::uint32_t kFirstPointer = 1u << 12;  // registry keys below are places

int Nothing(lua_State*) { return 0; }

// The key of a cell in a table of cells.
LuaKey KeyOfCell(const LuaShape& shape, std::uint32_t cell) {
  const bool named = cell < LuaWorld::kKeys && shape.Choose(About::kCell, 2, cell + 1, 1) == 0;
  return {named ? LuaKeyStyle::kString : LuaKeyStyle::kIndex, cell};
}

}  // namespace

LuaCellForm LuaCells::FormOf(std::uint32_t cell) const {
  if (cell % 4 == 3) return LuaCellForm::kCoroutine;
  const LuaCellForm form = world_.shape.CellFormOf(cell);
  const bool named = form == LuaCellForm::kRegistryField || form == LuaCellForm::kGlobal;
  return named && cell >= LuaWorld::kKeys ? LuaCellForm::kTableEntry : form;
}

void LuaCells::Set(std::uint32_t cell) {
  lua_State* const lua = world_.lua;
  const LuaCellForm form = FormOf(cell);
  switch (form) {
    case LuaCellForm::kReference:
      return SetReference(cell);
    case LuaCellForm::kRegistryPointer:
      lua_rawsetp(lua, LUA_REGISTRYINDEX, LuaWorld::Pointer(kFirstPointer + cell));
      return world_.Count(LuaPath::kRawSetPointer);
    case LuaCellForm::kRegistryField:
      lua_setfield(lua, LUA_REGISTRYINDEX, world_.Key(cell));
      return world_.Count(LuaPath::kSetField);
    case LuaCellForm::kGlobal:
      lua_setglobal(lua, world_.Key(cell));
      return world_.Count(LuaPath::kSetGlobal);
    case LuaCellForm::kTableEntry:
      world_.PushPlace(LuaWorld::Place::kRoots);
      lua_insert(lua, -2);
      StoreByKey(world_, lua_gettop(lua) - 1, KeyOfCell(world_.shape, cell),
                 world_.shape.Choose(About::kStore, 5, cell + 1), true);
      return lua_pop(lua, 1);
    case LuaCellForm::kTypeMetatable:
      return SetInTypeMetatable(cell);
    default:
      return SetInHolder(cell, form);
  }
}

void LuaCells::SetReference(std::uint32_t cell) {
  const auto found = references_.find(cell);
  if (found != references_.end()) {
    luaL_unref(world_.lua, LUA_REGISTRYINDEX, found->second);
    references_.erase(found);
    world_.Count(LuaPath::kUnreference);
  }
  if (lua_isnil(world_.lua, -1)) return lua_pop(world_.lua, 1);
  const int reference = luaL_ref(world_.lua, LUA_REGISTRYINDEX);
  references_.emplace(cell, reference);
  world_.Count(LuaPath::kReference);
}

// Pushes the metatable of all light userdata, which is one of the collector's roots.
void LuaCells::PushTypeMetatable() {
  lua_State* const lua = world_.lua;
  lua_pushlightuserdata(lua, LuaWorld::Pointer(0));
  if (lua_getmetatable(lua, -1) == 0) {
    lua_newtable(lua);
    lua_pushvalue(lua, -1);
    lua_setmetatable(lua, -3);
  }
  lua_remove(lua, -2);
}

// Sometimes in a copy that then becomes the metatable.
void LuaCells::SetInTypeMetatable(std::uint32_t cell) {
  lua_State* const lua = world_.lua;
  PushTypeMetatable();
  const bool copy = world_.shape.Choose(About::kStore, 2, cell + 1, lua_isnil(lua, -2)) == 0;
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
    lua_pushlightuserdata(lua, LuaWorld::Pointer(0));
    lua_insert(lua, -2);
    lua_setmetatable(lua, -2);
    world_.Count(LuaPath::kSetTypeMetatable);
  }
  lua_pop(lua, 1);
}

// Pushes the closure, userdata or coroutine that is the cell, made when it is first asked for.
void LuaCells::PushHolder(std::uint32_t cell, LuaCellForm form) {
  lua_State* const lua = world_.lua;
  world_.PushPlace(LuaWorld::Place::kHolders);
  if (lua_rawgeti(lua, -1, lua_Integer{cell} + 1) == LUA_TNIL) {
    lua_pop(lua, 1);
    switch (form) {
      case LuaCellForm::kCClosure:
        lua_pushnil(lua);
        lua_pushcclosure(lua, Nothing, 1);
        break;
      case LuaCellForm::kLuaClosure:
        world_.PushClosedTemplate();
        lua_call(lua, 0, 1);
        break;
      case LuaCellForm::kUserdata:
        lua_newuserdatauv(lua, 0, 1);
        break;
      default:
        lua_settop(lua_newthread(lua), 1);
        break;
    }
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, -3, lua_Integer{cell} + 1);
  }
  lua_remove(lua, -2);
}

void LuaCells::SetInHolder(std::uint32_t cell, LuaCellForm form) {
  lua_State* const lua = world_.lua;
  PushHolder(cell, form);
  lua_insert(lua, -2);
  switch (form) {
    case LuaCellForm::kCClosure:
      lua_setupvalue(lua, -2, 1);
      world_.Count(LuaPath::kSetUpvalueOfC);
      break;
    case LuaCellForm::kLuaClosure:
      lua_setupvalue(lua, -2, 1);
      world_.Count(LuaPath::kSetUpvalueOfLua);
      break;
    case LuaCellForm::kUserdata:
      lua_setiuservalue(lua, -2, 1);
      world_.Count(LuaPath::kSetUserValue);
      break;
    default: {
      lua_State* const thread = lua_tothread(lua, -2);
      lua_xmove(lua, thread, 1);
      lua_replace(thread, 1);
      world_.Count(LuaPath::kMoveBetweenStacks);
      break;
    }
  }
  lua_pop(lua, 1);
}

bool LuaCells::Push(std::uint32_t cell) {
  lua_State* const lua = world_.lua;
  const LuaCellForm form = FormOf(cell);
  switch (form) {
    case LuaCellForm::kReference: {
      const auto found = references_.find(cell);
      if (found == references_.end()) return false;
      lua_rawgeti(lua, LUA_REGISTRYINDEX, found->second);
      return true;
    }
    case LuaCellForm::kRegistryPointer:
      lua_rawgetp(lua, LUA_REGISTRYINDEX, LuaWorld::Pointer(kFirstPointer + cell));
      return true;
    case LuaCellForm::kRegistryField:
      LoadByKey(world_, LUA_REGISTRYINDEX, {LuaKeyStyle::kString, cell});
      return true;
    case LuaCellForm::kGlobal:
      lua_rawgeti(lua, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
      LoadByKey(world_, lua_gettop(lua), {LuaKeyStyle::kString, cell});
      break;
    case LuaCellForm::kTableEntry:
      world_.PushPlace(LuaWorld::Place::kRoots);
      LoadByKey(world_, lua_gettop(lua), KeyOfCell(world_.shape, cell));
      break;
    case LuaCellForm::kTypeMetatable:
      lua_pushlightuserdata(lua, LuaWorld::Pointer(0));
      if (lua_getmetatable(lua, -1) == 0 || !world_.Live(-1)) return lua_settop(lua, -2), false;
      lua_remove(lua, -2);
      lua_rawgeti(lua, -1, lua_Integer{cell} + 1);
      break;
    default:
      world_.PushPlace(LuaWorld::Place::kHolders);
      lua_rawgeti(lua, -1, lua_Integer{cell} + 1);
      if (!Descend(world_)) return lua_pop(lua, 1), false;
      break;
  }
  lua_remove(lua, -2);
  return true;
}

}  // namespace properties
