// properties/subjects/lua/things/lua_objects.h -- objects of the trace as things of Lua, of every
// kind that can refer to something.
//
// An object's identity is one block of memory: the table, userdata, closure or thread that its
// references refer to. Where its fields are is a matter of its kind; what lies between, such as a
// metatable or a chain of closures, is private to it, has no name, and is as mortal as the rest.
//
// Read next: lua_tables.cc, lua_metatables.cc, lua_closures.cc, lua_private.cc (the kinds).

#pragma once

#include <cstdint>

#include "properties/subjects/lua/state/lua_heap.h"

namespace properties {

// A field of an object that stands on the stack.
struct LuaField {
  reference::Name object = reference::kNull;
  std::uint32_t fields = 0;  // that the object has
  int index = 0;             // of the object on the stack, absolute
  std::uint32_t field = 0;
  reference::Name target = reference::kNull;  // stores: the name of the value, which is on top
};

// Pushes a new object, all fields null, and gives it its name.
void CreateObject(LuaHeap& heap, reference::Name object, std::uint32_t fields);

// Stores the value on top of the stack, a named object or nil, and pops it.
void StoreField(LuaHeap& heap, const LuaField& field);

// Pushes the field's value. False, and nothing pushed, if something private to the object is
// freed memory.
bool LoadField(LuaHeap& heap, const LuaField& field);

// The kinds, for lua_objects.cc. `create` pushes; `store` pops the value; `load` is as above.
struct LuaKindFunctions {
  void (*create)(LuaHeap& heap, reference::Name object, std::uint32_t fields);
  void (*store)(LuaHeap& heap, const LuaField& field);
  bool (*load)(LuaHeap& heap, const LuaField& field);
};
extern const LuaKindFunctions kLuaTable, kLuaProxy, kLuaProxyFunction, kLuaEphemeron, kLuaKeys;
extern const LuaKindFunctions kLuaUserdata, kLuaChain, kLuaMetatable, kLuaAsMetatable;
extern const LuaKindFunctions kLuaCClosure, kLuaLuaClosure, kLuaOpenClosure, kLuaThread;

// For the kinds. Makes private what is needed to reach the field `name` of the object's metatable:
// pushes it and answers true if it is sound.
bool PushMetafield(LuaHeap& heap, int index, const char* name);
// Replaces what is on top by its upvalue or entry 1; false, and popped, if it is not sound.
bool Descend(LuaHeap& heap);
// A number for a store, the same whenever the same store is made.
std::uint32_t ChoiceOf(const LuaHeap& heap, LuaShape::About about, std::uint32_t bound,
                       const LuaField& field);

}  // namespace properties
