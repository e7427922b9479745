// properties/subjects/lua/things/lua_keys.h -- keys of every type, and every function that stores
// by a key.
//
// Read next: lua_tables.cc.

#pragma once

#include <cstdint>

#include "properties/subjects/lua/state/lua_heap.h"

namespace properties {

// So many ways of storing by a key there are.
inline constexpr std::uint32_t kStores = 6;

enum class LuaKeyStyle : std::uint8_t {
  kIndex,   // 1, 2, 3: the array part
  kSparse,  // integers far apart: the hash part
  kString,
  kPointer,  // light userdata
  kBoolean,  // there are two of them
  kFloat,
};

struct LuaKey {
  LuaKeyStyle style = LuaKeyStyle::kIndex;
  std::uint32_t number = 0;
};

// The key that an object of the run uses for a field.
LuaKey KeyOf(const LuaShape& shape, std::uint64_t object, std::uint32_t field);

void PushKey(LuaHeap& heap, LuaKey key);

// Stores the value on top of the stack, and pops it. `choice` picks the function; if `raw`, a
// function that does not ask the metatable may be picked.
void StoreByKey(LuaHeap& heap, int table, LuaKey key, std::uint32_t choice, bool raw);

// Pushes the table's own entry, without asking the metatable.
void LoadByKey(LuaHeap& heap, int table, LuaKey key);

// If the table has no meaningless entries, adds some, so that it grows; else removes them and adds
// others for a moment, so that it shrinks. The integers up to `fields` are left alone.
void ChurnTable(LuaHeap& heap, int table, std::uint32_t fields, std::uint32_t choice);

}  // namespace properties
