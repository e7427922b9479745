// properties/subjects/lua/lua_private.cc -- objects that keep their fields in user values, and at
// the end of chains of private things.

#include "properties/subjects/lua/lua_finalizers.h"
#include "properties/subjects/lua/lua_objects.h"

namespace properties {

namespace {

using About = LuaShape::About;
using reference::Name;

// Userdata with a user value for each field.

void CreateUserdata(LuaWorld& world, Name object, std::uint32_t fields) {
  lua_newuserdatauv(world.lua, sizeof(Name), static_cast<int>(fields));
  SetFinalizerAtBirth(world, object, lua_gettop(world.lua));
}

void StoreUserdata(LuaWorld& world, const LuaField& field) {
  ChangeMetatable(world, field.object, field.index, ChoiceOf(world, About::kFinalizer, 256, field));
  lua_setiuservalue(world.lua, field.index, static_cast<int>(field.field) + 1);
  world.Count(LuaPath::kSetUserValue);
}

bool LoadUserdata(LuaWorld& world, const LuaField& field) {
  lua_getiuservalue(world.lua, field.index, static_cast<int>(field.field) + 1);
  return true;
}

// Chains: the field's entry holds a thing that holds a thing ... that holds the value.

constexpr std::uint32_t kLongestChain = 3;

void CreateChain(LuaWorld& world, Name object, std::uint32_t) {
  lua_newtable(world.lua);
  SetFinalizerAtBirth(world, object, lua_gettop(world.lua));
}

int Nothing(lua_State*) { return 0; }

// Replaces the value on top by a new thing that holds it.
void Wrap(LuaWorld& world, std::uint32_t what) {
  lua_State* const lua = world.lua;
  switch (what) {
    case 0:
      lua_createtable(lua, 1, 0);
      lua_insert(lua, -2);
      lua_rawseti(lua, -2, 1);
      return;
    case 1:
      lua_newuserdatauv(lua, 0, 1);
      lua_insert(lua, -2);
      lua_setiuservalue(lua, -2, 1);
      return;
    case 2:
      lua_pushcclosure(lua, Nothing, 1);
      return;
    case 3:
      world.PushClosedTemplate();
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

// Gives the value below the thing on top to the thing, in place of what it holds. Pops both.
void Refill(LuaWorld& world) {
  lua_State* const lua = world.lua;
  lua_insert(lua, -2);
  switch (lua_type(lua, -2)) {
    case LUA_TTABLE:
      lua_rawseti(lua, -2, 1);
      break;
    case LUA_TUSERDATA:
      lua_setiuservalue(lua, -2, 1);
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

// Pushes the last thing of the chain; false, and nothing pushed, if there is none.
bool PushEnd(LuaWorld& world, const LuaField& field, std::uint32_t length) {
  lua_rawgeti(world.lua, field.index, lua_Integer{field.field} + 1);
  if (lua_isnil(world.lua, -1)) return lua_pop(world.lua, 1), false;
  for (std::uint32_t i = 1; i < length; ++i) {
    if (!Descend(world)) std::longjmp(world.panic, 1);
  }
  return true;
}

std::uint32_t LengthOf(const LuaWorld& world, const LuaField& field) {
  return 1 + world.shape.Choose(About::kHost, kLongestChain, std::uint64_t{field.object} + 1,
                                field.field + 1u);
}

void StoreChain(LuaWorld& world, const LuaField& field) {
  lua_State* const lua = world.lua;
  ChangeMetatable(world, field.object, field.index, ChoiceOf(world, About::kFinalizer, 256, field));
  const std::uint32_t length = LengthOf(world, field);
  const bool refill = ChoiceOf(world, About::kLink, 2, field) == 0;
  if (refill && PushEnd(world, field, length)) return Refill(world);
  world.Count(LuaPath::kNewChain);
  for (std::uint32_t i = 0; i < length; ++i) {
    Wrap(world, world.shape.Choose(About::kLink, 5, std::uint64_t{field.object} + 1,
                                   std::uint64_t{field.field} * kLongestChain + i));
  }
  lua_rawseti(lua, field.index, lua_Integer{field.field} + 1);
}

bool LoadChain(LuaWorld& world, const LuaField& field) {
  lua_rawgeti(world.lua, field.index, lua_Integer{field.field} + 1);
  if (lua_isnil(world.lua, -1)) return true;
  for (std::uint32_t i = LengthOf(world, field); i > 0; --i) {
    if (!Descend(world)) return false;
  }
  return true;
}

}  // namespace

const LuaKindFunctions kLuaUserdata = {CreateUserdata, StoreUserdata, LoadUserdata};
const LuaKindFunctions kLuaChain = {CreateChain, StoreChain, LoadChain};

}  // namespace properties
