#include "properties/subjects/lua/things/lua_bystanders.h"

#include <algorithm>

namespace properties {

namespace {

using About = LuaShape::About;

constexpr std::uint32_t kFunctions = 8;
constexpr std::uint32_t kStrings = 12;  // of a weak table at most
constexpr std::size_t kPiece = 9;       // bytes of a program in one piece
constexpr const char* kModes[] = {"k", "v", "kv"};

// The constants of function `number`: two of the outer one and two of the inner one. Lua keeps the
// short and the long ones apart.
std::string Constant(std::uint32_t number, int which) {
  const bool is_long = which % 2 == 1;
  return std::string(is_long ? "a constant with more than forty characters, " : "short ") +
         std::to_string(which) + " of " + std::to_string(number);
}

// The name of a parameter or an upvalue: names are strings too.
std::string Variable(std::uint32_t number, int which) {
  return "variable_" + std::to_string(which) + "_of_" + std::to_string(number);
}

std::string SourceOf(std::uint32_t number) {
  const auto quoted = [&](int which) { return "'" + Constant(number, which) + "'"; };
  const std::string outer = Variable(number, 0);
  return "local " + outer + " = " + quoted(0) + " local b = " + quoted(1) +
         " local function inner(" + Variable(number, 1) + ") return " + quoted(2) + ", " +
         quoted(3) + ", " + outer + " end return function() return " + outer + ", b, inner end";
}

std::string NameOf(std::uint32_t number) { return "function " + std::to_string(number); }

// A program that lua_load reads piece by piece.
struct Reading {
  std::string_view text;
  std::size_t at = 0;
  const LuaBystanders::Step* step = nullptr;
  std::uint32_t pieces = 0;  // to be read before the first step
};

const char* NextPiece(lua_State*, void* data, std::size_t* size) {
  Reading& reading = *static_cast<Reading*>(data);
  if (reading.pieces == 0) {
    (*reading.step)();
  } else {
    --reading.pieces;
  }
  const std::string_view piece = reading.text.substr(reading.at, kPiece);
  reading.at += piece.size();
  *size = piece.size();
  return piece.empty() ? nullptr : piece.data();
}

int AppendPiece(lua_State*, const void* piece, std::size_t size, void* text) {
  static_cast<std::string*>(text)->append(static_cast<const char*>(piece), size);
  return 0;
}

// The compiled form of a program, with the names in it.
std::string Compiled(LuaHeap& heap, const std::string& source, const std::string& name) {
  std::string compiled;
  if (luaL_loadbuffer(heap.lua, source.data(), source.size(), name.c_str()) != LUA_OK) {
    std::longjmp(heap.panic, 1);
  }
  lua_dump(heap.lua, AppendPiece, &compiled, 0);
  lua_pop(heap.lua, 1);
  return compiled;
}

// Lua source: builds a list, with steps of the collector after the list is made and before its
// things are stored in it.
constexpr const char* kListSource =
    "local step, make = ... "
    "return {make(), step(), step(), make(), step(), make()}";

int MakeThing(lua_State* lua) {
  lua_createtable(lua, 1, 0);
  return 1;
}

// The C function that does a step; its upvalue is the address of the Step.
int DoStep(lua_State* lua) {
  (*static_cast<const LuaBystanders::Step*>(lua_touserdata(lua, lua_upvalueindex(1))))();
  lua_pushboolean(lua, 1);
  return 1;
}

// Pushes a weak table of strings, made when it is first asked for.
void PushStrings(LuaHeap& heap, std::uint32_t mode) {
  lua_State* const lua = heap.lua;
  heap.PushPlace(LuaHeap::Place::kStrings);
  if (lua_rawgeti(lua, -1, lua_Integer{mode} + 1) != LUA_TTABLE) {
    lua_pop(lua, 1);
    lua_newtable(lua);
    lua_createtable(lua, 0, 1);
    lua_pushstring(lua, kModes[mode]);
    lua_setfield(lua, -2, "__mode");
    lua_setmetatable(lua, -2);
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, -3, lua_Integer{mode} + 1);
  }
  lua_remove(lua, -2);
}

// The strings of an entry: every other key and every other pair of values is long.
std::string StringOf(std::uint32_t number, bool value) {
  const bool is_long = (value ? number / 2 : number) % 2 == 1;
  return std::string(is_long ? "a weak string with more than forty characters, " : "weak ") +
         (value ? "value " : "key ") + std::to_string(number);
}

}  // namespace

void LuaBystanders::Clear() {
  wrong_ = nullptr;
  loaded_ = 0;
  strings_.fill(0);
}

void LuaBystanders::Work(std::uint32_t choice, const Step& step) {
  Ask();
  const std::uint32_t number = choice / 8 % kFunctions;
  const std::uint32_t pieces = 1 + choice / 64 % 4 * 6;
  switch (choice % 8) {
    case 0:
    case 1:
      return Load(number, false, pieces, step);
    case 2:
    case 3:
      return Load(number, true, pieces, step);
    case 4:
    case 5:
      return BuildList(step);
    default:
      AddStrings(choice / 8);
      return step();
  }
}

void LuaBystanders::Load(std::uint32_t number, bool binary, std::uint32_t pieces,
                         const Step& step) {
  lua_State* const lua = heap_.lua;
  const std::string name = NameOf(number);
  std::string text = SourceOf(number);
  if (binary) text = Compiled(heap_, text, name);
  Reading reading{.text = text, .step = &step, .pieces = pieces};
  if (lua_load(lua, NextPiece, &reading, name.c_str(), nullptr) != LUA_OK) {
    std::longjmp(heap_.panic, 1);
  }
  heap_.PushPlace(LuaHeap::Place::kFunctions);
  lua_insert(lua, -2);
  lua_rawseti(lua, -2, lua_Integer{number} + 1);
  lua_pop(lua, 1);
  loaded_ |= std::uint64_t{1} << number;
  heap_.Count(binary ? LuaPath::kLoadBinary : LuaPath::kLoadSource);
}

void LuaBystanders::BuildList(const Step& step) {
  lua_State* const lua = heap_.lua;
  heap_.PushTemplate(LuaHeap::kListTemplate, kListSource);
  lua_pushlightuserdata(lua, const_cast<Step*>(&step));
  lua_pushcclosure(lua, DoStep, 1);
  lua_pushcfunction(lua, MakeThing);
  lua_call(lua, 2, 1);
  heap_.PushPlace(LuaHeap::Place::kFunctions);
  lua_insert(lua, -2);
  lua_rawseti(lua, -2, lua_Integer{kFunctions} + 1);
  lua_pop(lua, 1);
  heap_.Count(LuaPath::kLuaList);
}

void LuaBystanders::AddStrings(std::uint32_t number) {
  lua_State* const lua = heap_.lua;
  const std::uint32_t mode = number % 3;
  if (strings_[mode] == kStrings) return;
  const std::uint32_t entry = strings_[mode]++;
  PushStrings(heap_, mode);
  lua_pushstring(lua, StringOf(entry, false).c_str());
  lua_pushstring(lua, StringOf(entry, true).c_str());
  lua_rawset(lua, -3);
  lua_pop(lua, 1);
  heap_.Count(LuaPath::kWeakStrings);
}

void LuaBystanders::Ask() {
  const int top = lua_gettop(heap_.lua);
  for (std::uint32_t i = 0; i < kFunctions && wrong_ == nullptr; ++i) {
    if ((loaded_ >> i & 1) != 0) wrong_ = AskFunction(i);
  }
  for (std::uint32_t mode = 0; mode < strings_.size() && wrong_ == nullptr; ++mode) {
    if (strings_[mode] != 0) wrong_ = AskStrings(mode);
  }
  lua_settop(heap_.lua, top);
}

// Whether the value is this string, of live memory.
const char* LuaBystanders::Compare(int index, const std::string& expected) {
  const LuaArena::Block* const block = heap_.BlockAt(index);
  if (block == nullptr || !block->live) return "a constant of a function is freed memory";
  const char* const text = lua_tostring(heap_.lua, index);
  return text == expected ? nullptr : "a constant of a function has changed";
}

// Calls the loaded program, what it answers, and what that answers. All strings must be there, and
// the name of the source, which is a string too.
const char* LuaBystanders::AskFunction(std::uint32_t number) {
  lua_State* const lua = heap_.lua;
  heap_.PushPlace(LuaHeap::Place::kFunctions);
  lua_rawgeti(lua, -1, lua_Integer{number} + 1);
  if (!heap_.Live(-1)) return "a function is freed memory";
  LuaDescription debug = {};
  lua_pushvalue(lua, -1);
  lua_getinfo(lua, ">S", &debug);
  if (NameOf(number) != debug.source) return "the name of a function's source has changed";
  const int first = lua_gettop(lua) + 1;
  lua_call(lua, 0, 1);
  lua_call(lua, 0, 3);
  const char* wrong = nullptr;
  for (int i = 0; i < 2 && wrong == nullptr; ++i) {
    wrong = Compare(first - 1 + i, Constant(number, i));
  }
  if (wrong != nullptr) return wrong;
  constexpr const char* kNameChanged = "the name of a variable of a function has changed";
  if (lua_getupvalue(lua, -1, 1) != Variable(number, 0)) return kNameChanged;
  lua_pop(lua, 1);
  if (lua_getlocal(lua, nullptr, 1) != Variable(number, 1)) return kNameChanged;
  lua_call(lua, 0, 3);
  const int which[] = {2, 3, 0};
  for (int i = 0; i < 3 && wrong == nullptr; ++i) {
    wrong = Compare(lua_gettop(lua) - 2 + i, Constant(number, which[i]));
  }
  return wrong;
}

const char* LuaBystanders::AskStrings(std::uint32_t mode) {
  lua_State* const lua = heap_.lua;
  std::uint32_t seen = 0;
  PushStrings(heap_, mode);
  for (lua_pushnil(lua); lua_next(lua, -2) != 0; lua_pop(lua, 1)) {
    if (!heap_.Live(-1) || !heap_.Live(-2)) return "a string in a weak table is freed memory";
    ++seen;
  }
  if (seen != strings_[mode]) return "a string was removed from a weak table";
  for (std::uint32_t i = 0; i < seen; ++i) {
    lua_pushstring(lua, StringOf(i, false).c_str());
    lua_rawget(lua, -2);
    const char* const value = lua_tostring(lua, -1);
    if (value == nullptr || value != StringOf(i, true)) {
      return "a weak table no longer finds a string";
    }
    lua_pop(lua, 1);
  }
  return nullptr;
}

}  // namespace properties
