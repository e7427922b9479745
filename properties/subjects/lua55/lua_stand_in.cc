// properties/subjects/lua55/lua_stand_in.cc -- for tests: a library that has the interface of Lua
// 5.5, and the Lua 5.4 of the system behind it.
//
// No Lua 5.5 is packaged for the systems that this is tested on. What goes wrong between an adapter
// and a library of another version is mostly the interface: pseudo-indices are other numbers, a
// function takes one argument more. So this library is loaded where one of 5.5 would be. It takes
// calls as 5.5 does, and nothing else: an index of 5.4 means nothing to it. What the collector of
// 5.5 does it does not show.
//
// Read next: properties/subjects/lua55/interface/lua.hpp.

#include <dlfcn.h>
#include <lua.hpp>

#include <cstdarg>
#include <cstring>

namespace {

// LUA_REGISTRYINDEX in the headers of 5.4.
constexpr int kRegistryIn54 = -LUAI_MAXSTACK - 1000;

// The function of that name in the library behind.
template <class Function>
Function* Behind(Function*, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// An index of 5.5 as one of 5.4. The library behind calls itself through these functions too, and
// with its own numbers, which are none of 5.5.
int In54(int index) {
  return index <= LUA_REGISTRYINDEX ? index - LUA_REGISTRYINDEX + kRegistryIn54 : index;
}

int bytes_of_step = 1600;
int percent_of_work = 200;

// As long as that of 5.5.
constexpr std::size_t kDescriptionGrewBy = 16;

}  // namespace

extern "C" {

const char lua_ident[] = "$LuaVersion: Lua 5.5.0  Copyright (C) 1994-2025 Lua.org, PUC-Rio $";

lua_State* lua_newstate(lua_Alloc f, void* ud, unsigned) {
  using NewState = lua_State*(lua_Alloc, void*);
  static auto* const behind = reinterpret_cast<NewState*>(dlsym(RTLD_NEXT, "lua_newstate"));
  return behind(f, ud);
}

int lua_closethread(lua_State* L, lua_State*) { return lua_resetthread(L); }

int lua_gc(lua_State* L, int what, ...) {
  using Collect = int(lua_State*, int, ...);
  static auto* const behind = reinterpret_cast<Collect*>(dlsym(RTLD_NEXT, "lua_gc"));
  std::va_list arguments;
  va_start(arguments, what);
  int result = 0;
  if (what == LUA_GCPARAM) {
    const int parameter = va_arg(arguments, int);
    const int value = va_arg(arguments, int);
    int none = 0;
    int& kept = parameter == LUA_GCPSTEPSIZE  ? bytes_of_step
                : parameter == LUA_GCPSTEPMUL ? percent_of_work
                                              : none;
    result = kept;
    if (value >= 0) kept = value;
  } else if (what == LUA_GCSTEP) {
    const bool asked_for_more = va_arg(arguments, std::size_t) != 0;
    // No work is a whole cycle; small work is the smallest step.
    const int work = bytes_of_step / static_cast<int>(sizeof(void*)) * percent_of_work / 100;
    if (work == 0 || asked_for_more) {
      result = behind(L, LUA_GCCOLLECT) == 0;
    } else {
      behind(L, LUA_GCINC, 0, 0, 1);
      result = behind(L, LUA_GCSTEP, 0);
    }
  } else {
    result = behind(L, what, 0, 0, 0);
  }
  va_end(arguments);
  return result;
}

int lua_getinfo(lua_State* L, const char* what, lua_Debug* ar) {
  static auto* const behind = Behind(&lua_getinfo, "lua_getinfo");
  const int result = behind(L, what, ar);
  std::memset(static_cast<void*>(ar + 1), 0, kDescriptionGrewBy);
  return result;
}

// Each function of these takes an index behind the state, and what it takes besides.
#define TAKES_INDEX(result, function, parameters, arguments)  \
  result function parameters {                                \
    static auto* const behind = Behind(&function, #function); \
    return behind arguments;                                  \
  }

TAKES_INDEX(void, lua_pushvalue, (lua_State * L, int i), (L, In54(i)))
TAKES_INDEX(void, lua_copy, (lua_State * L, int from, int to), (L, In54(from), In54(to)))
TAKES_INDEX(int, lua_type, (lua_State * L, int i), (L, In54(i)))
TAKES_INDEX(void*, lua_touserdata, (lua_State * L, int i), (L, In54(i)))
TAKES_INDEX(const void*, lua_topointer, (lua_State * L, int i), (L, In54(i)))
TAKES_INDEX(int, lua_getfield, (lua_State * L, int i, const char* k), (L, In54(i), k))
TAKES_INDEX(int, lua_gettable, (lua_State * L, int i), (L, In54(i)))
TAKES_INDEX(int, lua_rawget, (lua_State * L, int i), (L, In54(i)))
TAKES_INDEX(int, lua_rawgeti, (lua_State * L, int i, lua_Integer n), (L, In54(i), n))
TAKES_INDEX(int, lua_rawgetp, (lua_State * L, int i, const void* p), (L, In54(i), p))
TAKES_INDEX(void, lua_setfield, (lua_State * L, int i, const char* k), (L, In54(i), k))
TAKES_INDEX(void, lua_settable, (lua_State * L, int i), (L, In54(i)))
TAKES_INDEX(void, lua_rawset, (lua_State * L, int i), (L, In54(i)))
TAKES_INDEX(void, lua_rawseti, (lua_State * L, int i, lua_Integer n), (L, In54(i), n))
TAKES_INDEX(void, lua_rawsetp, (lua_State * L, int i, const void* p), (L, In54(i), p))
TAKES_INDEX(int, luaL_ref, (lua_State * L, int i), (L, In54(i)))
TAKES_INDEX(void, luaL_unref, (lua_State * L, int i, int ref), (L, In54(i), ref))

}  // extern "C"
