#include "properties/subjects/lua/things/lua_keys.h"

#include <cstddef>
#include <cstring>

namespace properties {

namespace {

constexpr std::uint32_t kStyles = 6;
// So many fields may have string keys, so that tables keep fewer than 64 places.
constexpr std::uint32_t kNamedFields = 16;

lua_Integer IntegerOf(LuaKey key) {
  return key.style == LuaKeyStyle::kIndex ? lua_Integer{key.number} + 1
                                          : 1000 * (lua_Integer{key.number} + 1) + 7;
}

bool IsInteger(LuaKey key) {
  return key.style == LuaKeyStyle::kIndex || key.style == LuaKeyStyle::kSparse;
}

// Assigns to an entry during a traversal, which Lua allows if the entry exists.
void StoreWhileTraversing(LuaHeap& heap, int table, LuaKey key) {
  lua_State* const lua = heap.lua;
  PushKey(heap, key);
  const int wanted = lua_gettop(lua);
  lua_pushnil(lua);
  while (lua_next(lua, table) != 0) {
    lua_pop(lua, 1);
    if (lua_rawequal(lua, -1, wanted) == 0) continue;
    lua_pushvalue(lua, wanted - 1);
    lua_rawset(lua, table);
    lua_settop(lua, wanted - 2);
    return heap.Count(LuaPath::kSetByNext);
  }
  lua_insert(lua, -2);
  lua_rawset(lua, table);
  heap.Count(LuaPath::kRawSet);
}

void StorePushed(LuaHeap& heap, int table, LuaKey key, bool raw) {
  PushKey(heap, key);
  lua_insert(heap.lua, -2);
  if (raw) {
    lua_rawset(heap.lua, table);
  } else {
    lua_settable(heap.lua, table);
  }
  heap.Count(raw ? LuaPath::kRawSet : LuaPath::kSetTable);
}

// Assigns in Lua code, where the assignment has a barrier of its own.
void StoreInLua(LuaHeap& heap, int table, LuaKey key) {
  lua_State* const lua = heap.lua;
  heap.PushAssignment();
  lua_insert(lua, -2);
  lua_pushvalue(lua, table);
  lua_insert(lua, -2);
  PushKey(heap, key);
  lua_insert(lua, -2);
  lua_call(lua, 3, 0);
  heap.Count(LuaPath::kLuaAssignment);
}

// The same with the key in the code, if Lua has an instruction for that.
void StoreByCode(LuaHeap& heap, int table, LuaKey key) {
  lua_State* const lua = heap.lua;
  const bool named = key.style == LuaKeyStyle::kString;
  const bool small = IsInteger(key) && IntegerOf(key) <= LuaHeap::kCodeIndices;
  if (!named && !small) return StoreInLua(heap, table, key);
  if (named) {
    heap.PushFieldAssignment(key.number);
  } else {
    heap.PushIndexAssignment(IntegerOf(key));
  }
  lua_insert(lua, -2);
  lua_pushvalue(lua, table);
  lua_insert(lua, -2);
  lua_call(lua, 2, 0);
  heap.Count(named ? LuaPath::kLuaFieldAssignment : LuaPath::kLuaIndexAssignment);
}

// Does what a lua_rawseti without its barrier would have done, for a test that asks for that, with
// a table into the array part of another; and pops the value. The layout is that of Lua 5.4 on 64
// bits.
bool SetWithoutBarrier(LuaHeap& heap, int table, lua_Integer key) {
  constexpr std::size_t kArraySize = 12, kArray = 16, kValueSize = 16, kTypeInValue = 8;
  constexpr int kCollectable = 1 << 6;
  if (heap.broken != LuaBreak::kRawSetWithoutBarrier || !lua_istable(heap.lua, -1)) return false;
  const auto* const bytes = static_cast<const std::byte*>(lua_topointer(heap.lua, table));
  std::uint32_t size = 0;
  std::byte* array = nullptr;
  std::memcpy(&size, bytes + kArraySize, sizeof size);
  std::memcpy(static_cast<void*>(&array), bytes + kArray, sizeof array);
  if (key < 1 || key > lua_Integer{size}) return false;
  const void* const value = lua_topointer(heap.lua, -1);
  std::byte* const slot = array + kValueSize * static_cast<std::size_t>(key - 1);
  std::memcpy(slot, static_cast<const void*>(&value), sizeof value);
  slot[kTypeInValue] = static_cast<std::byte>(LUA_TTABLE | kCollectable);
  lua_pop(heap.lua, 1);
  return true;
}

// Stores by the C function for keys of this type; returns false if there is none.
bool StoreDirectly(LuaHeap& heap, int table, LuaKey key, bool raw) {
  if (IsInteger(key) && raw) {
    if (!SetWithoutBarrier(heap, table, IntegerOf(key))) {
      lua_rawseti(heap.lua, table, IntegerOf(key));
    }
    heap.Count(LuaPath::kRawSetInteger);
  } else if (IsInteger(key)) {
    lua_seti(heap.lua, table, IntegerOf(key));
    heap.Count(LuaPath::kSetInteger);
  } else if (key.style == LuaKeyStyle::kString && !raw) {
    lua_setfield(heap.lua, table, heap.Key(key.number));
    heap.Count(LuaPath::kSetField);
  } else if (key.style == LuaKeyStyle::kPointer && raw) {
    lua_rawsetp(heap.lua, table, LuaHeap::Pointer(key.number));
    heap.Count(LuaPath::kRawSetPointer);
  } else {
    return false;
  }
  return true;
}

}  // namespace

LuaKey KeyOf(const LuaShape& shape, std::uint64_t object, std::uint32_t field) {
  using About = LuaShape::About;
  // The keys of an object are all of one type, or of several.
  std::uint32_t style = shape.Choose(About::kKeys, kStyles + 2, object + 1);
  if (style >= kStyles) style = shape.Choose(About::kKeys, kStyles, object + 1, field + 1);
  LuaKey key{static_cast<LuaKeyStyle>(style), field};
  if (key.style == LuaKeyStyle::kString && field >= kNamedFields) key.style = LuaKeyStyle::kIndex;
  if (key.style == LuaKeyStyle::kBoolean && field > 1) key.style = LuaKeyStyle::kPointer;
  return key;
}

void PushKey(LuaHeap& heap, LuaKey key) {
  switch (key.style) {
    case LuaKeyStyle::kIndex:
    case LuaKeyStyle::kSparse:
      return lua_pushinteger(heap.lua, IntegerOf(key));
    case LuaKeyStyle::kString:
      lua_pushstring(heap.lua, heap.Key(key.number));
      return;
    case LuaKeyStyle::kPointer:
      return lua_pushlightuserdata(heap.lua, LuaHeap::Pointer(key.number));
    case LuaKeyStyle::kBoolean:
      return lua_pushboolean(heap.lua, key.number != 0);
    case LuaKeyStyle::kFloat:
      return lua_pushnumber(heap.lua, key.number + 0.5);
  }
}

void StoreByKey(LuaHeap& heap, int table, LuaKey key, std::uint32_t choice, bool raw) {
  switch (choice % kStores) {
    case 5:
      return StoreByCode(heap, table, key);
    case 4:
      return StoreInLua(heap, table, key);
    case 0:
      if (raw) return StoreWhileTraversing(heap, table, key);
      return StorePushed(heap, table, key, false);
    case 1:
      return StorePushed(heap, table, key, raw);
    case 2:
      if (!StoreDirectly(heap, table, key, raw)) StorePushed(heap, table, key, raw);
      return;
    default:
      if (!StoreDirectly(heap, table, key, false)) StorePushed(heap, table, key, false);
      return;
  }
}

void LoadByKey(LuaHeap& heap, int table, LuaKey key) {
  if (IsInteger(key)) {
    lua_rawgeti(heap.lua, table, IntegerOf(key));
    return;
  }
  if (key.style == LuaKeyStyle::kPointer) {
    lua_rawgetp(heap.lua, table, LuaHeap::Pointer(key.number));
    return;
  }
  PushKey(heap, key);
  lua_rawget(heap.lua, table);
}

void ChurnTable(LuaHeap& heap, int table, std::uint32_t fields, std::uint32_t choice) {
  lua_State* const lua = heap.lua;
  // The entries lie next to the fields in the array part, or far from them in the hash part.
  const lua_Integer first = choice % 2 == 0 ? lua_Integer{fields} + 1 : -200;
  const lua_Integer apart = choice % 2 == 0 ? 1 : 3;
  const lua_Integer count = 4 + choice % 16;
  const bool filled = lua_rawgeti(lua, table, first) != LUA_TNIL;
  lua_pop(lua, 1);
  for (lua_Integer i = 0; i < count; ++i) {
    if (filled) {
      lua_pushnil(lua);
    } else {
      // Half of the strings are long and half are short: Lua keeps short strings in a table of
      // their own.
      lua_pushfstring(lua, i % 2 == 0 ? "filler %d" : "a filler of more than forty characters, %d",
                      static_cast<int>(i));
    }
    lua_rawseti(lua, table, first + i * apart);
  }
  heap.Count(filled ? LuaPath::kEmptyTable : LuaPath::kFillTable);
  if (!filled) return;
  // Adding one key more than there is room makes Lua count the entries that are left.
  for (lua_Integer i = 0; i < count; ++i) {
    lua_pushboolean(lua, 1);
    lua_rawseti(lua, table, -1000 - i);
    lua_pushnil(lua);
    lua_rawseti(lua, table, -1000 - i);
  }
}

}  // namespace properties
