// properties/subjects/lua/things/lua_keys.h -- keys of every type, and every function that stores
// by one.
//
// Read next: lua_tables.cc.

#pragma once

#include <cstdint>

#include "properties/subjects/lua/state/lua_heap.h"

namespace properties {

enum class LuaKeyStyle : std::uint8_t {
  kIndex,   // 1, 2, 3: the array part
  kSparse,  // integers far apart: the hash part
  kString,
  kPointer,  // light userdata
  kBoolean,  // there are two
  kFloat,
};

struct LuaKey {
  LuaKeyStyle style = LuaKeyStyle::kIndex;
  std::uint32_t number = 0;
};

// The key that an object of the run uses for a field.
LuaKey KeyOf(const LuaShape& shape, std::uint64_t object, std::uint32_t field);

void PushKey(LuaHeap& heap, LuaKey key);

// Stores the value on top of the stack, and pops it. `choice` picks the function; `raw` allows
// those that do not ask the metatable.
void StoreByKey(LuaHeap& heap, int table, LuaKey key, std::uint32_t choice, bool raw);

// Pushes what the table itself has there.
void LoadByKey(LuaHeap& heap, int table, LuaKey key);

// Adds entries that mean nothing if the table has none, so that it grows, and else takes them away
// and adds one, so that it shrinks. `fields` integers are taken.
void ChurnTable(LuaHeap& heap, int table, std::uint32_t fields, std::uint32_t choice);

}  // namespace properties
