// properties/subjects/lua/state/lua_versions.h -- what Lua 5.3 and 5.5 lack, or call otherwise.
//
// The adapter is compiled against the interface of one version. Most of it is the same in all
// three; the rest is here, under one name each. Of Lua 5.3:
//   user values      a userdata has one, and not any number
//   generations      there is no such mode
//   coroutines       one that is suspended cannot be ended from outside, other than by its own code
//   steps            the smallest does 2,400 bytes of marking, and not one thing. So objects are
//                    made that large: a table by room for entries that it does not have, a userdata
//                    by its data, a C closure by upvalues that nobody uses. Lua closures and
//                    coroutines stay small, and several are marked in one step.
// Of Lua 5.5:
//   states           the seed of the hashes is given, and need not be found out
//   steps            their size is a parameter in bytes, and so many words are one unit of work
//   coroutines       are ended by lua_closethread
//   descriptions     of functions (lua_Debug) are longer
//   generations      the mode is there, and is left out: nobody has yet run it here
//
// Read next: lua_heap.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <lua.hpp>

namespace properties {

// What the three that are made large have more than they use.
struct LuaBallast {
  int entries = 0;   // of the array part of a table
  int keys = 0;      // of its hash part
  int upvalues = 0;  // of a C closure, in all
  std::size_t bytes = 0;
};

#if LUA_VERSION_NUM >= 504

inline constexpr int kLuaTypes = LUA_NUMTYPES;
inline constexpr std::uint32_t kMostUserValues = 1u << 15;
inline constexpr LuaBallast kLuaBallast = {};

inline void NewUserdata(lua_State* lua, std::size_t size, std::uint32_t values) {
  lua_newuserdatauv(lua, size, static_cast<int>(values));
}
inline void SetUserValue(lua_State* lua, int index, std::uint32_t value) {
  lua_setiuservalue(lua, index, static_cast<int>(value));
}
// Returns the type, LUA_TNONE if there is no such value.
inline int GetUserValue(lua_State* lua, int index, std::uint32_t value) {
  return lua_getiuservalue(lua, index, static_cast<int>(value));
}
inline int Resume(lua_State* thread, lua_State* from, int arguments) {
  int results = 0;
  return lua_resume(thread, from, arguments, &results);
}
inline void StopCollector(lua_State* lua) { lua_gc(lua, LUA_GCSTOP); }
inline void CollectAll(lua_State* lua) { lua_gc(lua, LUA_GCCOLLECT); }

#else

inline constexpr int kLuaTypes = LUA_NUMTAGS;
inline constexpr std::uint32_t kMostUserValues = 1;
inline constexpr LuaBallast kLuaBallast = {24, 64, 150, 2400};

inline void NewUserdata(lua_State* lua, std::size_t size, std::uint32_t) {
  lua_newuserdata(lua, size);
}
inline void SetUserValue(lua_State* lua, int index, std::uint32_t) { lua_setuservalue(lua, index); }
inline int GetUserValue(lua_State* lua, int index, std::uint32_t value) {
  if (value == 1) return lua_getuservalue(lua, index);
  lua_pushnil(lua);
  return LUA_TNONE;
}
inline int Resume(lua_State* thread, lua_State* from, int arguments) {
  return lua_resume(thread, from, arguments);
}
inline void StopCollector(lua_State* lua) { lua_gc(lua, LUA_GCSTOP, 0); }
inline void CollectAll(lua_State* lua) { lua_gc(lua, LUA_GCCOLLECT, 0); }

#endif

#if LUA_VERSION_NUM >= 505

inline lua_State* NewState(lua_Alloc allocate, void* arena) {
  constexpr unsigned kSeed = 1;
  return lua_newstate(allocate, arena, kSeed);
}
inline void TakeSmallestSteps(lua_State* lua) {
  // A word, which is a unit of work: with less a step would do a whole cycle.
  lua_gc(lua, LUA_GCPARAM, LUA_GCPSTEPSIZE, static_cast<int>(sizeof(void*)));
  lua_gc(lua, LUA_GCPARAM, LUA_GCPSTEPMUL, 100);
}
// Returns whether a cycle has ended.
inline bool StepOnce(lua_State* lua) { return lua_gc(lua, LUA_GCSTEP, std::size_t{0}) != 0; }
// Ends a suspended coroutine without running it.
inline void EndCoroutine(lua_State* thread, lua_State* from) { lua_closethread(thread, from); }

#else

inline lua_State* NewState(lua_Alloc allocate, void* arena) {
  return lua_newstate(allocate, arena);
}
inline bool StepOnce(lua_State* lua) { return lua_gc(lua, LUA_GCSTEP, 0) != 0; }

#endif

#if LUA_VERSION_NUM == 504

inline constexpr bool kLuaHasGenerations = true;
inline void TakeSmallestSteps(lua_State* lua) { lua_gc(lua, LUA_GCINC, 0, 0, 1); }
inline void EndCoroutine(lua_State* thread, lua_State*) { lua_resetthread(thread); }
inline void BeGenerational(lua_State* lua) { lua_gc(lua, LUA_GCGEN, 0, 0); }
inline void BeIncremental(lua_State* lua) { lua_gc(lua, LUA_GCINC, 0, 0, 0); }

#else

inline constexpr bool kLuaHasGenerations = false;
inline void BeGenerational(lua_State*) {}
inline void BeIncremental(lua_State*) {}

#endif

#if LUA_VERSION_NUM < 504

inline void TakeSmallestSteps(lua_State*) {}
// The coroutine that is ended so has nothing left to do but return.
inline void EndCoroutine(lua_State* thread, lua_State* from) { Resume(thread, from, 0); }

#endif

// A description of a function, with room for what a later release adds to it.
struct LuaDescription : lua_Debug {
  char more[64];
};

// Pushes a table that is an object: scanning it is a step by itself.
inline void PushObjectTable(lua_State* lua, int entries = 0) {
  lua_createtable(lua, entries + kLuaBallast.entries, kLuaBallast.keys);
}

}  // namespace properties
