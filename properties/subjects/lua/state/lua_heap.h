// properties/subjects/lua/state/lua_heap.h -- a Lua state in its arena, and what all parts of the
// adapter need of it.
//
// The same run must come out the same in another process. What could differ, and what is done about
// it:
//   addresses      the arena's; see lua_arena.h
//   the hash seed  Lua draws it from the clock and from addresses that we do not choose, and it
//                  decides where a string stands in a table and so in which order its neighbours
//                  are marked. So strings that are keys of references are chosen by where they
//                  stand: Key(i) is one whose hash ends in the bits of i, in this state.
//   C functions    are never keys
//   automatic collection is stopped; only LUA_GCSTEP, LUA_GCCOLLECT and failing allocations collect
//
// A collectable value may be looked into only while its block is live. So code that descends into a
// value first asks Live(): a dangling reference that Lua left is then found, not followed.
//
// Read next: lua_objects.h.

#pragma once

#include <array>
#include <csetjmp>
#include <cstdint>
#include <lua.hpp>
#include <string>
#include <vector>

#include "properties/subjects/lua/state/lua_arena.h"
#include "properties/subjects/lua/state/lua_shape.h"
#include "reference/trace/trace.h"

namespace properties {

class LuaHeap {
 public:
  static constexpr std::uint32_t kKeys = 64;

  LuaHeap();
  LuaHeap(const LuaHeap&) = delete;
  LuaHeap& operator=(const LuaHeap&) = delete;

  // Brings the empty state back.
  void Restore(LuaShape new_shape);

  // The heap that a Lua state belongs to.
  static LuaHeap& Of(lua_State* state) {
    return **static_cast<LuaHeap**>(lua_getextraspace(state));
  }

  // A string whose hash ends in the six bits of `i`, below kKeys.
  const char* Key(std::uint32_t i) const { return keys_[i].c_str(); }
  // A light userdata as a key; `i` says which.
  static void* Pointer(std::uint32_t i) {
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(0x1000 + 16 * std::uintptr_t{i}));
  }

  // Makes room for `slots` more values on the stack; a run cannot notice that.
  void Room(int slots);
  // Whether the value may be looked into: it is not collectable, or its block is live.
  bool Live(int index);
  // The object that a value is: its name, kNull for nil, kDangling for anything else.
  reference::Name NameAt(int index);
  // The block of a collectable value; null for other values.
  const LuaArena::Block* BlockAt(int index);

  // A table in the registry, made when it is first asked for; PushPlace pushes it.
  enum class Place : std::uint32_t { kRoots, kHolders, kWeaks, kRevived, kTemplates };
  void PushPlace(Place place) { PushPlace(lua, place); }
  static void PushPlace(lua_State* state, Place place);
  // Pushes a function that makes a Lua closure over eight variables of its own; see the source
  // text.
  void PushClosedTemplate();
  void PushOpenTemplate();
  // Pushes a Lua function that does t[k] = v.
  void PushAssignment();

  // Counts a call of the object's finalizer; returns how many there were.
  std::uint32_t CountFinalizer(reference::Name object);

  void Count(LuaPath path) { ++counts[static_cast<std::size_t>(path)]; }

  lua_State* lua = nullptr;
  LuaArena arena;
  LuaShape shape;
  LuaPathCounts counts{};
  std::jmp_buf panic;  // where to jump when Lua cannot go on
  // The objects whose finalizer was called for the first time since this list was last emptied.
  std::vector<reference::Name> began;
  // What meets a known bug and is to be avoided: see README.md.
  bool spare_weak_both = false;            // new metatables for tables that are weak in both ways
  bool spare_joins = false;                // lua_upvaluejoin
  bool spare_userdata_metatables = false;  // new metatables for userdata without user values
  bool wrong_finalizer = false;            // a finalizer was called for something that is no object

 private:
  void FindKeys();
  int PlaceInTable(const char* key);
  void PushTemplate(int which, const char* source);

  std::array<std::string, kKeys> keys_;
  std::vector<std::uint8_t> finalizer_calls_;  // by name
};

}  // namespace properties
