// properties/subjects/lua/things/lua_metatables.cc -- objects that keep their fields in their
// metatable, and objects whose metatable is the field.
//
// A metatable can be replaced while a cycle runs, and lua_setmetatable has a barrier of its own.
// The collector looks into a table's metatable to learn how to treat the table, and marks both.

#include <algorithm>

#include "properties/subjects/lua/things/lua_finalizers.h"
#include "properties/subjects/lua/things/lua_objects.h"

namespace properties {

namespace {

using About = LuaShape::About;
using reference::Name;

// Whether the new metatable of this userdata, which has no user values, is to be kept alive to make
// up for a known bug: the barrier that marks both makes only the userdata old. A userdata that is
// old by itself has a barrier of its own, which is not made up for.
bool StaysYoung(const LuaHeap& heap, const LuaField& field) {
  return heap.mended.Has(LuaBug::kUserdataMetatable) && heap.IsYoung(field.object);
}

// kLuaMetatable: the fields are in the metatable of a host. The host is a table, userdata without
// user values, or a table that is weak in one of the three ways; the metatable then says so too.

enum class Host : std::uint32_t { kTable, kUserdata, kWeakKeys, kWeakValues, kWeakBoth };

Host HostOf(const LuaHeap& heap, Name object) {
  return static_cast<Host>(heap.shape.Choose(About::kHost, 5, object + 1));
}

// Pushes a new metatable for the object's host, which is at `index`, with room for its fields.
void PushNewMetatable(LuaHeap& heap, Name object, int index, std::uint32_t fields) {
  lua_State* const lua = heap.lua;
  lua_createtable(lua, static_cast<int>(fields), 2);
  const Host host = HostOf(heap, object);
  if (host >= Host::kWeakKeys) {
    lua_pushstring(lua, host == Host::kWeakKeys ? "k" : host == Host::kWeakValues ? "v" : "kv");
    lua_setfield(lua, -2, "__mode");
  }
  AddFinalizer(heap, object, index);
}

void CreateMetatable(LuaHeap& heap, Name object, std::uint32_t fields) {
  if (HostOf(heap, object) == Host::kUserdata) {
    NewUserdata(heap.lua, std::max(sizeof(Name), kLuaBallast.bytes), 0);
  } else {
    PushObjectTable(heap.lua);
  }
  PushNewMetatable(heap, object, lua_gettop(heap.lua), fields);
  lua_setmetatable(heap.lua, -2);
}

// Copies the fields from the old metatable, below the top of the stack, into the new one on top.
void CopyFields(LuaHeap& heap, std::uint32_t fields) {
  for (std::uint32_t i = 1; i <= fields; ++i) {
    lua_rawgeti(heap.lua, -2, i);
    lua_rawseti(heap.lua, -2, i);
  }
}

void StoreMetatable(LuaHeap& heap, const LuaField& field) {
  lua_State* const lua = heap.lua;
  const bool replace = ChoiceOf(heap, About::kLink, 2, field) == 0;
  if (lua_getmetatable(lua, field.index) == 0 || !heap.Live(-1)) std::longjmp(heap.panic, 1);
  if (replace) {
    PushNewMetatable(heap, field.object, field.index, field.fields);
    CopyFields(heap, field.fields);
    lua_remove(lua, -2);
  }
  lua_insert(lua, -2);
  lua_rawseti(lua, -2, lua_Integer{field.field} + 1);
  if (!replace) {
    heap.Count(LuaPath::kRawSetInteger);
    return lua_pop(lua, 1);
  }
  const Host host = HostOf(heap, field.object);
  const bool lost = host == Host::kWeakBoth && heap.mended.Has(LuaBug::kWeakBothMetatable);
  if (lost || (host == Host::kUserdata && StaysYoung(heap, field))) heap.Anchor(-1);
  lua_setmetatable(lua, field.index);
  heap.Count(LuaPath::kSetMetatable);
}

bool LoadMetatable(LuaHeap& heap, const LuaField& field) {
  lua_State* const lua = heap.lua;
  if (lua_getmetatable(lua, field.index) == 0) return false;
  if (!heap.Live(-1)) return lua_pop(lua, 1), false;
  lua_rawgeti(lua, -1, lua_Integer{field.field} + 1);
  lua_remove(lua, -2);
  return true;
}

// kLuaAsMetatable: field 0 is the metatable itself, if the value is a table; if not, the metatable
// is a private table that holds the value. The other fields are user values or entries.

bool IsUserdata(const LuaHeap& heap, Name object, std::uint32_t fields) {
  return fields <= kMostUserValues + 1 && heap.shape.Choose(About::kHost, 2, object + 1) == 0;
}

void CreateWithMetatable(LuaHeap& heap, Name object, std::uint32_t fields) {
  if (IsUserdata(heap, object, fields)) {
    NewUserdata(heap.lua, std::max(sizeof(Name), kLuaBallast.bytes), fields < 2 ? 0 : fields - 1);
  } else {
    PushObjectTable(heap.lua);
  }
}

void StoreOtherField(LuaHeap& heap, const LuaField& field) {
  if (IsUserdata(heap, field.object, field.fields)) {
    SetUserValue(heap.lua, field.index, field.field);
    return heap.Count(LuaPath::kSetUserValue);
  }
  lua_rawseti(heap.lua, field.index, field.field);
  heap.Count(LuaPath::kRawSetInteger);
}

void StoreAsMetatable(LuaHeap& heap, const LuaField& field) {
  lua_State* const lua = heap.lua;
  if (field.field > 0) return StoreOtherField(heap, field);
  if (!lua_isnil(lua, -1) && !lua_istable(lua, -1)) {
    lua_createtable(lua, 1, 0);
    lua_insert(lua, -2);
    lua_rawseti(lua, -2, 1);
  }
  const bool userdata = field.fields < 2 && IsUserdata(heap, field.object, field.fields);
  if (userdata && StaysYoung(heap, field)) heap.Anchor(-1);
  lua_setmetatable(lua, field.index);
  heap.Count(LuaPath::kNamedMetatable);
}

bool LoadAsMetatable(LuaHeap& heap, const LuaField& field) {
  lua_State* const lua = heap.lua;
  if (field.field > 0 && IsUserdata(heap, field.object, field.fields)) {
    GetUserValue(lua, field.index, field.field);
    return true;
  }
  if (field.field > 0) {
    lua_rawgeti(lua, field.index, field.field);
    return true;
  }
  if (lua_getmetatable(lua, field.index) == 0) {
    lua_pushnil(lua);
    return true;
  }
  // A private table has no name, so the value is inside it.
  const LuaArena::Block* const block = heap.BlockAt(-1);
  if (block->live && block->name == reference::kNull) return Descend(heap);
  return true;
}

}  // namespace

const LuaKindFunctions kLuaMetatable = {CreateMetatable, StoreMetatable, LoadMetatable};
const LuaKindFunctions kLuaAsMetatable = {CreateWithMetatable, StoreAsMetatable, LoadAsMetatable};

}  // namespace properties
