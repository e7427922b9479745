// properties/subjects/lua/things/lua_objects.h -- objects of a trace as Lua values, of every kind
// that can refer to something.
//
// The identity of an object is one block of memory: the table, userdata, closure or thread that
// references refer to. The kind decides where its fields are. What lies between, such as a
// metatable or a chain of closures, is private to the object, has no name, and can be collected
// like anything else.
//
// Read next: lua_tables.cc, lua_metatables.cc, lua_closures.cc, lua_private.cc (the kinds).

#pragma once

#include <cstdint>

#include "properties/subjects/lua/state/lua_heap.h"

namespace properties {

// A field of an object that is on the stack.
struct LuaField {
  reference::Name object = reference::kNull;
  std::uint32_t fields = 0;  // how many the object has
  int index = 0;             // the object's absolute index on the stack
  std::uint32_t field = 0;
  reference::Name target = reference::kNull;  // for stores: the name of the value on top
};

// Pushes a new object, all fields null, and gives it its name.
void CreateObject(LuaHeap& heap, reference::Name object, std::uint32_t fields);

// Stores the value on top of the stack, a named object or nil, and pops it.
void StoreField(LuaHeap& heap, const LuaField& field);

// Pushes the value of the field. False, with nothing pushed, if something private to the object is
// freed memory.
bool LoadField(LuaHeap& heap, const LuaField& field);

// The functions of a kind, for lua_objects.cc: `create` pushes the object, `store` pops the value,
// and `load` does what LoadField does.
struct LuaKindFunctions {
  void (*create)(LuaHeap& heap, reference::Name object, std::uint32_t fields);
  void (*store)(LuaHeap& heap, const LuaField& field);
  bool (*load)(LuaHeap& heap, const LuaField& field);
};
extern const LuaKindFunctions kLuaTable, kLuaProxy, kLuaProxyFunction, kLuaEphemeron, kLuaKeys;
extern const LuaKindFunctions kLuaUserdata, kLuaChain, kLuaMetatable, kLuaAsMetatable;
extern const LuaKindFunctions kLuaCClosure, kLuaLuaClosure, kLuaOpenClosure, kLuaThread;

// For the kinds: pushes the field `name` of the object's metatable. False, with nothing pushed, if
// the metatable or the field is freed memory.
bool PushMetafield(LuaHeap& heap, int index, const char* name);
// Replaces the value on top by its upvalue or entry 1. If the value is freed memory, pops it and
// returns false.
bool Descend(LuaHeap& heap);
// A number for a store; the same store always gets the same number.
std::uint32_t ChoiceOf(const LuaHeap& heap, LuaShape::About about, std::uint32_t bound,
                       const LuaField& field);

}  // namespace properties
