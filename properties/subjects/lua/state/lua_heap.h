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
#include "properties/subjects/lua/state/lua_breaks.h"
#include "properties/subjects/lua/state/lua_finalizer_book.h"
#include "properties/subjects/lua/state/lua_shape.h"
#include "properties/subjects/lua/state/lua_versions.h"
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
  // Whether the value was read from a freed upvalue.
  bool IsNobodys(int index);
  // The block of a collectable value; null for other values.
  const LuaArena::Block* BlockAt(int index);

  // A table in the registry, made when it is first asked for; PushPlace pushes it.
  enum class Place : std::uint32_t {
    kRoots,
    kHolders,
    kWeaks,
    kRevived,
    kTemplates,
    kAnchors,
    kWitnessValues,
    kWitnessKeys,
    kFunctions,
    kStrings
  };
  void PushPlace(Place place) { PushPlace(lua, place); }
  static void PushPlace(lua_State* state, Place place);
  // Pushes a function that makes a Lua closure over eight variables of its own; see the source
  // text.
  void PushClosedTemplate();
  void PushOpenTemplate();
  // Pushes a Lua function that does t[k] = v, of the arguments t, k and v.
  void PushAssignment();
  // The same for t.k = v, t[3] = v and k = v, where the key is in the code, and not an argument:
  // Lua has instructions of their own for these. `index` is at most kCodeIndices.
  void PushFieldAssignment(std::uint32_t key);
  void PushIndexAssignment(lua_Integer index);
  void PushGlobalAssignment(std::uint32_t key);
  static constexpr lua_Integer kCodeIndices = 64;

  // Pushes the function with this source, which is made when it is first asked for; `which` is its
  // number. Numbers below kListTemplate are taken.
  static constexpr int kListTemplate = 4;
  void PushTemplate(int which, const char* source);

  // Makes a thing to which nothing refers: the next collection frees it, of whatever kind that is.
  // Returns its number.
  std::size_t MakeSentinel();
  bool IsThere(std::size_t sentinel) const { return arena[sentinel].live; }

  // Keeps the value at `index` until the next whole collection begins.
  void Anchor(int index);
  void ForgetAnchors();
  bool HasAnchors() const { return anchors_ > 0; }
  // Empties a place.
  void Forget(Place place);

  // Whether the object was made in this step of the collector or in the one before.
  bool IsYoung(reference::Name object) const { return born_[object] + 1 >= steps; }
  void NoteBirth(reference::Name object);

  void Count(LuaPath path) { ++counts[static_cast<std::size_t>(path)]; }

  lua_State* lua = nullptr;
  LuaArena arena;
  LuaShape shape;
  LuaPathCounts counts{};
  std::uint64_t steps = 0;  // steps of the collector in this run
  std::jmp_buf panic;       // where to jump when Lua cannot go on
  LuaFinalizerBook finalizers;
  LuaBugSet mended;                   // the known bugs that are made up for, in this mode
  LuaBreak broken = LuaBreak::kNone;  // for tests
  bool again = false;                 // whether each store is done again, by other functions
  // Added to the choice of the function that stores: so the same store is done by another one.
  std::uint32_t variant = 0;
  bool wrong_finalizer = false;  // a finalizer was called for something that is no object

 private:
  void FindKeys();
  int PlaceInTable(const char* key);
  void PushCode(int which, const std::string& before, const std::string& key, const char* after);

  std::array<std::string, kKeys> keys_;
  std::vector<std::uint64_t> born_;  // by name: `steps` at its birth
  lua_Integer anchors_ = 0;
};

}  // namespace properties
