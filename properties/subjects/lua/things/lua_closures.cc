// properties/subjects/lua/things/lua_closures.cc -- objects that keep their fields in the upvalues
// of closures and in the stacks of coroutines.
//
// An upvalue of a Lua closure is a thing of its own, which closures may share. While the function
// of its variable runs, it is open: it lies on a coroutine's stack, which has no barrier and is
// looked at again when marking ends. When the function returns, or the coroutine dies, it is
// closed.

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "properties/subjects/lua/things/lua_objects.h"

namespace properties {

namespace {

using About = LuaShape::About;
using reference::Name;

constexpr int kThreadVariable = 9;  // its number in the open template

// The C function of every C closure. Its arguments are a number, a value and a choice; it assigns
// the value to that upvalue.
int Assign(lua_State* lua) {
  const int upvalue = lua_upvalueindex(static_cast<int>(lua_tointeger(lua, 1)));
  if (lua_toboolean(lua, 3) != 0) {
    lua_copy(lua, 2, upvalue);
    return 0;
  }
  lua_settop(lua, 2);
  lua_replace(lua, upvalue);
  return 0;
}

int Yield(lua_State* lua) { return lua_yield(lua, lua_gettop(lua)); }

// kLuaCClosure: a C closure, with a field in each upvalue.

void CreateCClosure(LuaHeap& heap, Name, std::uint32_t fields) {
  // Without an upvalue it would be no collectable object.
  const int upvalues = std::max({1, static_cast<int>(fields), kLuaBallast.upvalues});
  heap.Room(upvalues + 1);
  for (int i = 0; i < upvalues; ++i) lua_pushnil(heap.lua);
  lua_pushcclosure(heap.lua, Assign, upvalues);
}

bool LoadUpvalue(LuaHeap& heap, const LuaField& field) {
  return lua_getupvalue(heap.lua, field.index, static_cast<int>(field.field) + 1) != nullptr;
}

// Calls the object with the number of the upvalue, the value (from the top) and the choice.
void CallToStore(LuaHeap& heap, const LuaField& field, bool choice) {
  lua_State* const lua = heap.lua;
  lua_pushvalue(lua, field.index);
  lua_pushinteger(lua, lua_Integer{field.field} + 1);
  lua_rotate(lua, -3, 2);
  lua_pushboolean(lua, choice);
  lua_call(lua, 3, 0);
}

void StoreCClosure(LuaHeap& heap, const LuaField& field) {
  const std::uint32_t choice = ChoiceOf(heap, About::kStore, 4, field);
  if (choice < 2) {
    CallToStore(heap, field, choice == 0);
    return heap.Count(choice == 0 ? LuaPath::kCopyToUpvalue : LuaPath::kReplaceUpvalue);
  }
  lua_setupvalue(heap.lua, field.index, static_cast<int>(field.field) + 1);
  heap.Count(LuaPath::kSetUpvalueOfC);
}

// kLuaLuaClosure: a Lua closure over closed variables.

void CreateLuaClosure(LuaHeap& heap, Name, std::uint32_t) {
  heap.PushClosedTemplate();
  lua_call(heap.lua, 0, 1);
}

// The upvalues of a Lua closure begin here, in Lua 5.4 on 64 bits.
constexpr std::size_t kUpvaluesOfClosure = 32;

// Makes the closure at `index` share the first upvalue of the closure on top.
void Join(LuaHeap& heap, int index, int upvalue) {
  if (heap.broken != LuaBreak::kJoinWithoutBarrier) {
    return lua_upvaluejoin(heap.lua, index, upvalue, -1, 1);
  }
  const void* const shared = lua_upvalueid(heap.lua, -1, 1);
  auto* const closure = static_cast<std::byte*>(const_cast<void*>(lua_topointer(heap.lua, index)));
  const auto at = kUpvaluesOfClosure + sizeof shared * static_cast<std::size_t>(upvalue - 1);
  std::memcpy(closure + at, static_cast<const void*>(&shared), sizeof shared);
}

void StoreLuaClosure(LuaHeap& heap, const LuaField& field) {
  lua_State* const lua = heap.lua;
  const int upvalue = static_cast<int>(field.field) + 1;
  const std::uint32_t choice = ChoiceOf(heap, About::kStore, 3, field);
  if (choice == 0) {
    CallToStore(heap, field, false);
    return heap.Count(LuaPath::kLuaUpvalueAssignment);
  }
  if (choice == 1) {
    lua_setupvalue(lua, field.index, upvalue);
    return heap.Count(LuaPath::kSetUpvalueOfLua);
  }
  // Makes up for a known bug: the barrier marks the new variable and its value, and makes only the
  // variable old. A variable that no barrier marks is lost all the same.
  if (heap.mended.Has(LuaBug::kUpvalueJoin)) heap.Anchor(-1);
  // A new closure gets the value, and the object then shares its variable.
  heap.PushClosedTemplate();
  lua_call(lua, 0, 1);
  lua_insert(lua, -2);
  lua_setupvalue(lua, -2, 1);
  Join(heap, field.index, upvalue);
  lua_pop(lua, 1);
  heap.Count(LuaPath::kJoinUpvalue);
}

// kLuaOpenClosure: a Lua closure over variables of a suspended coroutine, which it may hold itself.

void CreateOpenClosure(LuaHeap& heap, Name object, std::uint32_t) {
  lua_State* const lua = heap.lua;
  lua_State* const thread = lua_newthread(lua);
  heap.PushOpenTemplate();
  lua_pushcfunction(lua, Yield);
  lua_xmove(lua, thread, 2);
  if (Resume(thread, lua, 1) != LUA_YIELD) std::longjmp(heap.panic, 1);
  lua_xmove(thread, lua, 1);
  if (heap.shape.Choose(About::kHost, 2, object + 1) == 0) {
    lua_pushvalue(lua, -2);
    lua_setupvalue(lua, -2, kThreadVariable);
  }
  lua_remove(lua, -2);
}

// Ends the coroutine, if the closure holds one; that closes its variables.
void CloseUpvalues(LuaHeap& heap, const LuaField& field) {
  lua_State* const lua = heap.lua;
  lua_getupvalue(lua, field.index, kThreadVariable);
  lua_State* const thread = heap.Live(-1) ? lua_tothread(lua, -1) : nullptr;
  if (thread != nullptr && lua_status(thread) == LUA_YIELD) {
    if (ChoiceOf(heap, About::kLink, 2, field) == 0) {
      Resume(thread, lua, 0);
    } else {
      EndCoroutine(thread, lua);
    }
    heap.Count(LuaPath::kCloseUpvalues);
  }
  lua_pop(lua, 1);
}

// Lets the coroutine go, if the closure holds one: it dies, and its variables are closed, when the
// collector frees it.
void LetCoroutineGo(LuaHeap& heap, const LuaField& field) {
  lua_pushnil(heap.lua);
  lua_setupvalue(heap.lua, field.index, kThreadVariable);
  heap.Count(LuaPath::kLetCoroutineGo);
}

void StoreOpenClosure(LuaHeap& heap, const LuaField& field) {
  const std::uint32_t churn = ChoiceOf(heap, About::kChurn, 4, field);
  if (churn == 0) CloseUpvalues(heap, field);
  if (churn == 1) LetCoroutineGo(heap, field);
  lua_setupvalue(heap.lua, field.index, static_cast<int>(field.field) + 1);
  heap.Count(LuaPath::kSetOpenUpvalue);
}

// kLuaThread: a coroutine that runs nothing, with a slot of its stack for each field.

void CreateThread(LuaHeap& heap, Name, std::uint32_t fields) {
  lua_State* const thread = lua_newthread(heap.lua);
  // Since Lua 5.4.5 a failing growth of a stack is not tried again.
  const int room = static_cast<int>(fields) + 8;
  if (lua_checkstack(thread, room) == 0 && lua_checkstack(thread, room) == 0) {
    std::longjmp(heap.panic, 1);
  }
  lua_settop(thread, static_cast<int>(fields));
}

void StoreThread(LuaHeap& heap, const LuaField& field) {
  lua_State* const lua = heap.lua;
  lua_State* const thread = lua_tothread(lua, field.index);
  const int slot = static_cast<int>(field.field) + 1;
  lua_xmove(lua, thread, 1);
  if (ChoiceOf(heap, About::kStore, 2, field) == 0) {
    lua_replace(thread, slot);
    heap.Count(LuaPath::kMoveBetweenStacks);
  } else {
    lua_copy(thread, -1, slot);
    lua_pop(thread, 1);
    heap.Count(LuaPath::kCopyOnStack);
  }
}

bool LoadThread(LuaHeap& heap, const LuaField& field) {
  lua_State* const thread = lua_tothread(heap.lua, field.index);
  lua_pushvalue(thread, static_cast<int>(field.field) + 1);
  lua_xmove(thread, heap.lua, 1);
  return true;
}

}  // namespace

const LuaKindFunctions kLuaCClosure = {CreateCClosure, StoreCClosure, LoadUpvalue};
const LuaKindFunctions kLuaLuaClosure = {CreateLuaClosure, StoreLuaClosure, LoadUpvalue};
const LuaKindFunctions kLuaOpenClosure = {CreateOpenClosure, StoreOpenClosure, LoadUpvalue};
const LuaKindFunctions kLuaThread = {CreateThread, StoreThread, LoadThread};

}  // namespace properties
