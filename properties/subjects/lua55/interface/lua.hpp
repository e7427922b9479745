// properties/subjects/lua55/interface/lua.hpp -- the interface of Lua 5.5, as far as the adapter
// calls it, made of the headers of Lua 5.4.
//
// No distribution of today packages 5.5 beside 5.4, and who judges a build of their own may have no
// headers of it installed. What the adapter calls is the same in both, but for what stands here;
// what is called otherwise is in lua_versions.h.
//
// Read next: properties/subjects/lua/state/lua_versions.h.

#pragma once

#include <climits>

// It takes a seed in 5.5, and C knows one function of a name.
#define lua_newstate lua_newstate_of_5_4
#include_next <lua.hpp>
#undef lua_newstate

#undef LUA_VERSION_NUM
#undef LUA_VERSION_MINOR
#undef LUA_REGISTRYINDEX
#define LUA_VERSION_NUM 505
#define LUA_VERSION_MINOR "5"
#define LUA_REGISTRYINDEX (-(INT_MAX / 2 + 1000))

#define LUA_GCPARAM 9
#define LUA_GCPSTEPMUL 4
#define LUA_GCPSTEPSIZE 5

extern "C" {
LUA_API lua_State* lua_newstate(lua_Alloc f, void* ud, unsigned seed);
LUA_API int lua_closethread(lua_State* L, lua_State* from);
}
