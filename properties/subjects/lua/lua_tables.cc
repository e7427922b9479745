// properties/subjects/lua/lua_tables.cc -- objects that keep their fields in tables: their own,
// that of a proxy, as values by reachable keys of an ephemeron table, and as keys.

#include "properties/subjects/lua/lua_finalizers.h"
#include "properties/subjects/lua/lua_keys.h"
#include "properties/subjects/lua/lua_objects.h"

namespace properties {

namespace {

using About = LuaShape::About;
using reference::Name;

LuaKey KeyOf(const LuaWorld& world, const LuaField& field) {
  return KeyOf(world.shape, field.object, field.field);
}

// Gives the value that is on top of the stack, by the field's key, to a table at `index`.
void StoreInto(LuaWorld& world, const LuaField& field, int index, bool raw) {
  if (raw && ChoiceOf(world, About::kChurn, 4, field) == 0) {
    ChurnTable(world, index, field.fields, ChoiceOf(world, About::kChurn, 256, field));
  }
  StoreByKey(world, index, KeyOf(world, field), ChoiceOf(world, About::kStore, 5, field), raw);
}

// A table as it is.

void CreateTable(LuaWorld& world, Name object, std::uint32_t fields) {
  // With room for its fields, or with none, so that it grows.
  const int room = static_cast<int>(fields * world.shape.Choose(About::kHost, 2, object + 1));
  lua_createtable(world.lua, room, 0);
  SetFinalizerAtBirth(world, object, lua_gettop(world.lua));
}

void StoreTable(LuaWorld& world, const LuaField& field) {
  ChangeMetatable(world, field.object, field.index, ChoiceOf(world, About::kFinalizer, 256, field));
  StoreInto(world, field, field.index, true);
}

bool LoadTable(LuaWorld& world, const LuaField& field) {
  LoadByKey(world, field.index, KeyOf(world, field));
  return true;
}

// A table that stays empty: what is stored into it goes to another, which its metatable names.

void CreateProxy(LuaWorld& world, Name object, std::uint32_t) {
  lua_State* const lua = world.lua;
  lua_newtable(lua);
  lua_createtable(lua, 0, 4);
  lua_newtable(lua);
  lua_pushvalue(lua, -1);
  lua_setfield(lua, -3, "__index");
  lua_setfield(lua, -2, "__newindex");
  AddFinalizer(world, object);
  lua_setmetatable(lua, -2);
}

void StoreProxy(LuaWorld& world, const LuaField& field) {
  StoreInto(world, field, field.index, false);
  world.Count(LuaPath::kNewIndexTable);
}

bool LoadProxy(LuaWorld& world, const LuaField& field) {
  if (!PushMetafield(world, field.index, "__newindex")) return false;
  LoadByKey(world, lua_gettop(world.lua), KeyOf(world, field));
  lua_remove(world.lua, -2);
  return true;
}

// The same by a function.

int StoreBehind(lua_State* lua) {
  lua_settop(lua, 3);
  lua_rawset(lua, lua_upvalueindex(1));
  return 0;
}

void CreateProxyFunction(LuaWorld& world, Name object, std::uint32_t) {
  lua_State* const lua = world.lua;
  lua_newtable(lua);
  lua_createtable(lua, 0, 2);
  lua_newtable(lua);
  lua_pushcclosure(lua, StoreBehind, 1);
  lua_setfield(lua, -2, "__newindex");
  AddFinalizer(world, object);
  lua_setmetatable(lua, -2);
}

void StoreProxyFunction(LuaWorld& world, const LuaField& field) {
  StoreInto(world, field, field.index, false);
  world.Count(LuaPath::kNewIndexFunction);
}

bool LoadProxyFunction(LuaWorld& world, const LuaField& field) {
  if (!PushMetafield(world, field.index, "__newindex") || !Descend(world)) return false;
  if (!world.Live(-1)) return lua_pop(world.lua, 1), false;
  LoadByKey(world, lua_gettop(world.lua), KeyOf(world, field));
  lua_remove(world.lua, -2);
  return true;
}

// A table with weak keys. A field is the value of an integer, or of a private key that another
// entry keeps, or stands behind two such keys, or is the value of the table itself.

enum class Behind : std::uint32_t { kInteger, kKey, kTwoKeys, kSelf };

Behind BehindOf(const LuaWorld& world, const LuaField& field) {
  const auto behind = static_cast<Behind>(
      world.shape.Choose(About::kHost, 4, std::uint64_t{field.object} + 1, field.field + 1u));
  return behind == Behind::kSelf && field.field != 0 ? Behind::kKey : behind;
}

void CreateEphemeron(LuaWorld& world, Name object, std::uint32_t) {
  lua_State* const lua = world.lua;
  lua_newtable(lua);
  lua_createtable(lua, 0, 2);
  lua_pushliteral(lua, "k");
  lua_setfield(lua, -2, "__mode");
  AddFinalizer(world, object);
  lua_setmetatable(lua, -2);
}

// The value on top by the private key that the integer's entry keeps. A new key now and then: it is
// white, and so may be the value.
void StoreBehindKeys(LuaWorld& world, const LuaField& field, bool two) {
  lua_State* const lua = world.lua;
  const lua_Integer entry = 100 + lua_Integer{field.field};
  const bool renew = ChoiceOf(world, About::kLink, 2, field) == 0;
  if (lua_rawgeti(lua, field.index, entry) != LUA_TTABLE || renew) {
    lua_pop(lua, 1);
    lua_newtable(lua);
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, field.index, entry);
  }
  if (two) {
    lua_pushvalue(lua, -1);
    if (lua_rawget(lua, field.index) != LUA_TTABLE || renew) {
      lua_pop(lua, 1);
      lua_newtable(lua);
      lua_pushvalue(lua, -2);
      lua_pushvalue(lua, -2);
      lua_rawset(lua, field.index);
    }
    lua_remove(lua, -2);
  }
  lua_insert(lua, -2);
  lua_rawset(lua, field.index);
}

void StoreEphemeron(LuaWorld& world, const LuaField& field) {
  lua_State* const lua = world.lua;
  world.Count(LuaPath::kEphemeronValue);
  switch (BehindOf(world, field)) {
    case Behind::kInteger:
      lua_rawseti(lua, field.index, lua_Integer{field.field} + 1);
      return;
    case Behind::kKey:
      return StoreBehindKeys(world, field, false);
    case Behind::kTwoKeys:
      return StoreBehindKeys(world, field, true);
    case Behind::kSelf:
      lua_pushvalue(lua, field.index);
      lua_insert(lua, -2);
      lua_rawset(lua, field.index);
      return;
  }
}

// Replaces the key on top by its value; false, and popped, if the key is not sound.
bool FollowKey(LuaWorld& world, int index) {
  if (!world.Live(-1)) return lua_pop(world.lua, 1), false;
  if (!lua_isnil(world.lua, -1)) lua_rawget(world.lua, index);
  return true;
}

bool LoadEphemeron(LuaWorld& world, const LuaField& field) {
  lua_State* const lua = world.lua;
  const Behind behind = BehindOf(world, field);
  if (behind == Behind::kInteger) {
    lua_rawgeti(lua, field.index, lua_Integer{field.field} + 1);
    return true;
  }
  if (behind == Behind::kSelf) {
    lua_pushvalue(lua, field.index);
    lua_rawget(lua, field.index);
    return true;
  }
  lua_rawgeti(lua, field.index, 100 + lua_Integer{field.field});
  if (!FollowKey(world, field.index)) return false;
  return behind == Behind::kKey || FollowKey(world, field.index);
}

// Fields as keys. The value says which fields hold the key, one bit for each. Keys are strong in a
// table with weak values, where an integer is never cleared.

void CreateKeys(LuaWorld& world, Name object, std::uint32_t) {
  lua_State* const lua = world.lua;
  lua_newtable(lua);
  if (world.shape.Choose(About::kHost, 2, object + 1) == 0) {
    return SetFinalizerAtBirth(world, object, lua_gettop(lua));
  }
  lua_createtable(lua, 0, 2);
  lua_pushliteral(lua, "v");
  lua_setfield(lua, -2, "__mode");
  AddFinalizer(world, object);
  lua_setmetatable(lua, -2);
}

lua_Integer BitOf(const LuaField& field) { return lua_Integer{1} << field.field; }

// Pushes the key that holds the field, or nil.
bool LoadKeys(LuaWorld& world, const LuaField& field) {
  lua_State* const lua = world.lua;
  lua_pushnil(lua);
  while (lua_next(lua, field.index) != 0) {
    const lua_Integer bits = lua_tointeger(lua, -1);
    lua_pop(lua, 1);
    if ((bits & BitOf(field)) != 0) return true;
    // A dead key among the living: lua_next would look into it.
    if (!world.Live(-1)) return lua_pop(lua, 1), false;
  }
  lua_pushnil(lua);
  return true;
}

// Adds bits to the value of the key on top, or takes them away, and pops the key.
void ChangeBits(LuaWorld& world, int index, lua_Integer add, lua_Integer remove) {
  lua_State* const lua = world.lua;
  lua_pushvalue(lua, -1);
  lua_rawget(lua, index);
  const lua_Integer bits = (lua_tointeger(lua, -1) | add) & ~remove;
  lua_pop(lua, 1);
  if (bits == 0) {
    lua_pushnil(lua);
  } else {
    lua_pushinteger(lua, bits);
  }
  lua_rawset(lua, index);
}

void StoreKeys(LuaWorld& world, const LuaField& field) {
  lua_State* const lua = world.lua;
  if (LoadKeys(world, field)) {
    if (lua_isnil(lua, -1)) {
      lua_pop(lua, 1);
    } else {
      ChangeBits(world, field.index, 0, BitOf(field));
    }
  }
  world.Count(LuaPath::kNewKey);
  if (lua_isnil(lua, -1)) return lua_pop(lua, 1);
  ChangeBits(world, field.index, BitOf(field), 0);
}

}  // namespace

const LuaKindFunctions kLuaTable = {CreateTable, StoreTable, LoadTable};
const LuaKindFunctions kLuaProxy = {CreateProxy, StoreProxy, LoadProxy};
const LuaKindFunctions kLuaProxyFunction = {CreateProxyFunction, StoreProxyFunction,
                                            LoadProxyFunction};
const LuaKindFunctions kLuaEphemeron = {CreateEphemeron, StoreEphemeron, LoadEphemeron};
const LuaKindFunctions kLuaKeys = {CreateKeys, StoreKeys, LoadKeys};

}  // namespace properties
