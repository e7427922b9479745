// properties/subjects/lua/things/lua_tables.cc -- objects that keep their fields in tables: their
// own, a proxy's, a table with weak keys, or as keys.

#include "properties/subjects/lua/things/lua_finalizers.h"
#include "properties/subjects/lua/things/lua_keys.h"
#include "properties/subjects/lua/things/lua_objects.h"

namespace properties {

namespace {

using About = LuaShape::About;
using reference::Name;

LuaKey KeyOf(const LuaHeap& heap, const LuaField& field) {
  return KeyOf(heap.shape, field.object, field.field);
}

// Stores the value on top of the stack into the table at `index`, by the field's key.
void StoreInto(LuaHeap& heap, const LuaField& field, int index, bool raw) {
  if (raw && ChoiceOf(heap, About::kChurn, 4, field) == 0) {
    ChurnTable(heap, index, field.fields, ChoiceOf(heap, About::kChurn, 256, field));
  }
  StoreByKey(heap, index, KeyOf(heap, field), ChoiceOf(heap, About::kStore, kStores, field), raw);
}

// kLuaTable: the fields are entries of the table itself.

void CreateTable(LuaHeap& heap, Name object, std::uint32_t fields) {
  // The table has room for its fields from the start, or none, so that it grows.
  const int room = static_cast<int>(fields * heap.shape.Choose(About::kHost, 2, object + 1));
  PushObjectTable(heap.lua, room);
  SetFinalizerAtBirth(heap, object, lua_gettop(heap.lua));
}

void StoreTable(LuaHeap& heap, const LuaField& field) {
  ChangeMetatable(heap, field.object, field.index, ChoiceOf(heap, About::kFinalizer, 256, field));
  StoreInto(heap, field, field.index, true);
}

bool LoadTable(LuaHeap& heap, const LuaField& field) {
  LoadByKey(heap, field.index, KeyOf(heap, field));
  return true;
}

// kLuaProxy: the table stays empty; its metatable makes stores go to another table.

void CreateProxy(LuaHeap& heap, Name object, std::uint32_t) {
  lua_State* const lua = heap.lua;
  PushObjectTable(lua);
  lua_createtable(lua, 0, 4);
  PushObjectTable(lua);
  lua_pushvalue(lua, -1);
  lua_setfield(lua, -3, "__index");
  lua_setfield(lua, -2, "__newindex");
  AddFinalizer(heap, object, -2);
  lua_setmetatable(lua, -2);
}

void StoreProxy(LuaHeap& heap, const LuaField& field) {
  StoreInto(heap, field, field.index, false);
  heap.Count(LuaPath::kNewIndexTable);
}

bool LoadProxy(LuaHeap& heap, const LuaField& field) {
  if (!PushMetafield(heap, field.index, "__newindex")) return false;
  LoadByKey(heap, lua_gettop(heap.lua), KeyOf(heap, field));
  lua_remove(heap.lua, -2);
  return true;
}

// kLuaProxyFunction: the same, by a function in the metatable.

int StoreBehind(lua_State* lua) {
  lua_settop(lua, 3);
  lua_rawset(lua, lua_upvalueindex(1));
  return 0;
}

void CreateProxyFunction(LuaHeap& heap, Name object, std::uint32_t) {
  lua_State* const lua = heap.lua;
  PushObjectTable(lua);
  lua_createtable(lua, 0, 2);
  PushObjectTable(lua);
  lua_pushcclosure(lua, StoreBehind, 1);
  lua_setfield(lua, -2, "__newindex");
  AddFinalizer(heap, object, -2);
  lua_setmetatable(lua, -2);
}

void StoreProxyFunction(LuaHeap& heap, const LuaField& field) {
  StoreInto(heap, field, field.index, false);
  heap.Count(LuaPath::kNewIndexFunction);
}

bool LoadProxyFunction(LuaHeap& heap, const LuaField& field) {
  if (!PushMetafield(heap, field.index, "__newindex") || !Descend(heap)) return false;
  if (!heap.Live(-1)) return lua_pop(heap.lua, 1), false;
  LoadByKey(heap, lua_gettop(heap.lua), KeyOf(heap, field));
  lua_remove(heap.lua, -2);
  return true;
}

// kLuaEphemeron: a table with weak keys. A field is the value of an integer; or of a private key
// that another entry keeps; or it stands behind two such keys; or it is the value of the table as
// its own key.

enum class Behind : std::uint32_t { kInteger, kKey, kTwoKeys, kSelf };

Behind BehindOf(const LuaHeap& heap, const LuaField& field) {
  const auto behind = static_cast<Behind>(
      heap.shape.Choose(About::kHost, 4, std::uint64_t{field.object} + 1, field.field + 1u));
  return behind == Behind::kSelf && field.field != 0 ? Behind::kKey : behind;
}

void CreateEphemeron(LuaHeap& heap, Name object, std::uint32_t) {
  lua_State* const lua = heap.lua;
  PushObjectTable(lua);
  lua_createtable(lua, 0, 2);
  lua_pushliteral(lua, "k");
  lua_setfield(lua, -2, "__mode");
  AddFinalizer(heap, object, -2);
  lua_setmetatable(lua, -2);
}

// Stores the value on top by the private key that the entry of the integer keeps. Now and then the
// key is a new one: then both key and value may be white.
void StoreBehindKeys(LuaHeap& heap, const LuaField& field, bool two) {
  lua_State* const lua = heap.lua;
  const lua_Integer entry = 100 + lua_Integer{field.field};
  const bool renew = ChoiceOf(heap, About::kLink, 2, field) == 0;
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

void StoreEphemeron(LuaHeap& heap, const LuaField& field) {
  lua_State* const lua = heap.lua;
  heap.Count(LuaPath::kEphemeronValue);
  switch (BehindOf(heap, field)) {
    case Behind::kInteger:
      lua_rawseti(lua, field.index, lua_Integer{field.field} + 1);
      return;
    case Behind::kKey:
      return StoreBehindKeys(heap, field, false);
    case Behind::kTwoKeys:
      return StoreBehindKeys(heap, field, true);
    case Behind::kSelf:
      lua_pushvalue(lua, field.index);
      lua_insert(lua, -2);
      lua_rawset(lua, field.index);
      return;
  }
}

// Replaces the key on top by its value. If the key is freed memory, pops it and returns false.
bool FollowKey(LuaHeap& heap, int index) {
  if (!heap.Live(-1)) return lua_pop(heap.lua, 1), false;
  if (!lua_isnil(heap.lua, -1)) lua_rawget(heap.lua, index);
  return true;
}

bool LoadEphemeron(LuaHeap& heap, const LuaField& field) {
  lua_State* const lua = heap.lua;
  const Behind behind = BehindOf(heap, field);
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
  if (!FollowKey(heap, field.index)) return false;
  return behind == Behind::kKey || FollowKey(heap, field.index);
}

// kLuaKeys: the fields are keys. The value of a key is a set of bits, one for each field that holds
// the key. In a table with weak values the keys are strong, and integer values are never cleared.

void CreateKeys(LuaHeap& heap, Name object, std::uint32_t) {
  lua_State* const lua = heap.lua;
  PushObjectTable(lua);
  if (heap.shape.Choose(About::kHost, 2, object + 1) == 0) {
    return SetFinalizerAtBirth(heap, object, lua_gettop(lua));
  }
  lua_createtable(lua, 0, 2);
  lua_pushliteral(lua, "v");
  lua_setfield(lua, -2, "__mode");
  AddFinalizer(heap, object, -2);
  lua_setmetatable(lua, -2);
}

lua_Integer BitOf(const LuaField& field) { return lua_Integer{1} << field.field; }

// Pushes the key that the field holds, or nil.
bool LoadKeys(LuaHeap& heap, const LuaField& field) {
  lua_State* const lua = heap.lua;
  lua_pushnil(lua);
  while (lua_next(lua, field.index) != 0) {
    const lua_Integer bits = lua_tointeger(lua, -1);
    lua_pop(lua, 1);
    if ((bits & BitOf(field)) != 0) return true;
    // A key is freed memory: lua_next would look into it.
    if (!heap.Live(-1)) return lua_pop(lua, 1), false;
  }
  lua_pushnil(lua);
  return true;
}

// Adds bits to the value of the key on top, or takes them away, and pops the key.
void ChangeBits(LuaHeap& heap, int index, lua_Integer add, lua_Integer remove) {
  lua_State* const lua = heap.lua;
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

void StoreKeys(LuaHeap& heap, const LuaField& field) {
  lua_State* const lua = heap.lua;
  if (LoadKeys(heap, field)) {
    if (lua_isnil(lua, -1)) {
      lua_pop(lua, 1);
    } else {
      ChangeBits(heap, field.index, 0, BitOf(field));
    }
  }
  heap.Count(LuaPath::kNewKey);
  if (lua_isnil(lua, -1)) return lua_pop(lua, 1);
  ChangeBits(heap, field.index, BitOf(field), 0);
}

}  // namespace

const LuaKindFunctions kLuaTable = {CreateTable, StoreTable, LoadTable};
const LuaKindFunctions kLuaProxy = {CreateProxy, StoreProxy, LoadProxy};
const LuaKindFunctions kLuaProxyFunction = {CreateProxyFunction, StoreProxyFunction,
                                            LoadProxyFunction};
const LuaKindFunctions kLuaEphemeron = {CreateEphemeron, StoreEphemeron, LoadEphemeron};
const LuaKindFunctions kLuaKeys = {CreateKeys, StoreKeys, LoadKeys};

}  // namespace properties
