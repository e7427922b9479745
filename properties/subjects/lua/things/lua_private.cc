// properties/subjects/lua/things/lua_private.cc -- objects that keep their fields in user values,
// or at the end of chains of private things.

#include <algorithm>

#include "properties/subjects/lua/things/lua_finalizers.h"
#include "properties/subjects/lua/things/lua_objects.h"

namespace properties {

namespace {

using About = LuaShape::About;
using reference::Name;

// kLuaUserdata: userdata with a user value for each field.

void CreateUserdata(LuaHeap& heap, Name object, std::uint32_t fields) {
  NewUserdata(heap.lua, std::max(sizeof(Name), kLuaBallast.bytes), fields);
  SetFinalizerAtBirth(heap, object, lua_gettop(heap.lua));
}

void StoreUserdata(LuaHeap& heap, const LuaField& field) {
  ChangeMetatable(heap, field.object, field.index, ChoiceOf(heap, About::kFinalizer, 256, field));
  SetUserValue(heap.lua, field.index, field.field + 1);
  heap.Count(LuaPath::kSetUserValue);
}

bool LoadUserdata(LuaHeap& heap, const LuaField& field) {
  GetUserValue(heap.lua, field.index, field.field + 1);
  return true;
}

// kLuaChain: the field's entry holds a thing that holds another ..., of which the last holds the
// value.

constexpr std::uint32_t kLongestChain = 3;

void CreateChain(LuaHeap& heap, Name object, std::uint32_t) {
  PushObjectTable(heap.lua);
  SetFinalizerAtBirth(heap, object, lua_gettop(heap.lua));
}

int Nothing(lua_State*) { return 0; }

// Replaces the value on top by a new thing, of kind `what`, that holds it.
void Wrap(LuaHeap& heap, std::uint32_t what) {
  lua_State* const lua = heap.lua;
  switch (what) {
    case 0:
      lua_createtable(lua, 1, 0);
      lua_insert(lua, -2);
      lua_rawseti(lua, -2, 1);
      return;
    case 1:
      NewUserdata(lua, 0, 1);
      lua_insert(lua, -2);
      SetUserValue(lua, -2, 1);
      return;
    case 2:
      lua_pushcclosure(lua, Nothing, 1);
      return;
    case 3:
      heap.PushClosedTemplate();
      lua_call(lua, 0, 1);
      lua_insert(lua, -2);
      lua_setupvalue(lua, -2, 1);
      return;
    default: {
      lua_State* const thread = lua_newthread(lua);
      lua_insert(lua, -2);
      lua_xmove(lua, thread, 1);
      return;
    }
  }
}

// Puts the value below the top into the thing on top, in place of what that holds. Pops both.
void Refill(LuaHeap& heap) {
  lua_State* const lua = heap.lua;
  lua_insert(lua, -2);
  switch (lua_type(lua, -2)) {
    case LUA_TTABLE:
      lua_rawseti(lua, -2, 1);
      break;
    case LUA_TUSERDATA:
      SetUserValue(lua, -2, 1);
      break;
    case LUA_TFUNCTION:
      lua_setupvalue(lua, -2, 1);
      break;
    default: {
      lua_State* const thread = lua_tothread(lua, -2);
      lua_xmove(lua, thread, 1);
      lua_replace(thread, 1);
      break;
    }
  }
  lua_pop(lua, 1);
}

// Pushes the last thing of the chain. False, with nothing pushed, if there is no chain.
bool PushEnd(LuaHeap& heap, const LuaField& field, std::uint32_t length) {
  lua_rawgeti(heap.lua, field.index, lua_Integer{field.field} + 1);
  if (lua_isnil(heap.lua, -1)) return lua_pop(heap.lua, 1), false;
  for (std::uint32_t i = 1; i < length; ++i) {
    if (!Descend(heap)) std::longjmp(heap.panic, 1);
  }
  return true;
}

std::uint32_t LengthOf(const LuaHeap& heap, const LuaField& field) {
  return 1 + heap.shape.Choose(About::kHost, kLongestChain, std::uint64_t{field.object} + 1,
                               field.field + 1u);
}

void StoreChain(LuaHeap& heap, const LuaField& field) {
  lua_State* const lua = heap.lua;
  ChangeMetatable(heap, field.object, field.index, ChoiceOf(heap, About::kFinalizer, 256, field));
  const std::uint32_t length = LengthOf(heap, field);
  const bool refill = ChoiceOf(heap, About::kLink, 2, field) == 0;
  if (refill && PushEnd(heap, field, length)) {
    heap.Count(LuaPath::kRefillChain);
    return Refill(heap);
  }
  heap.Count(LuaPath::kNewChain);
  for (std::uint32_t i = 0; i < length; ++i) {
    Wrap(heap, heap.shape.Choose(About::kLink, 5, std::uint64_t{field.object} + 1,
                                 std::uint64_t{field.field} * kLongestChain + i));
  }
  lua_rawseti(lua, field.index, lua_Integer{field.field} + 1);
}

bool LoadChain(LuaHeap& heap, const LuaField& field) {
  lua_rawgeti(heap.lua, field.index, lua_Integer{field.field} + 1);
  if (lua_isnil(heap.lua, -1)) return true;
  for (std::uint32_t i = LengthOf(heap, field); i > 0; --i) {
    if (!Descend(heap)) return false;
  }
  return true;
}

}  // namespace

const LuaKindFunctions kLuaUserdata = {CreateUserdata, StoreUserdata, LoadUserdata};
const LuaKindFunctions kLuaChain = {CreateChain, StoreChain, LoadChain};

}  // namespace properties
