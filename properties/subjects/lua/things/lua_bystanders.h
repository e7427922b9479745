// properties/subjects/lua/things/lua_bystanders.h -- things of a run that no object of the trace
// refers to, and that must be as they were: functions with constants, strings in weak tables,
// lists.
//
// Parsing a program and loading a compiled one allocate for a long time, and a cycle goes on
// meanwhile; so do the parts of a table constructor. Each has barriers of its own, in code that the
// functions of the interface never run. So some ticks take their steps in the middle of these:
//
//     lua_load       asks for a piece of the text        a step       asks for the next piece  ...
//     {a(), b()}     calls a, which makes a thing        calls b: a step        stores both
//
// What comes out is kept, and asked later: a function answers its constants and names its source, a
// weak table still has its strings, which are values and are never removed (manual, 2.5.4).
//
// Read next: lua_collections.h, which gives the steps.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "properties/subjects/lua/state/lua_heap.h"

namespace properties {

class LuaBystanders {
 public:
  // Does one step of the collector, if one is left to do.
  using Step = std::function<void()>;

  explicit LuaBystanders(LuaHeap& heap) : heap_(heap) {}
  void Clear();

  // Asks, and does something during which the steps are done, or some of them. `choice` decides
  // what.
  void Work(std::uint32_t choice, const Step& step);
  // Looks whether everything is as it was, for which it calls functions.
  void Ask();
  // What was not as it was when somebody asked last, in a sentence; null if everything was.
  const char* wrong() const { return wrong_; }

 private:
  // Steps begin after so many pieces of the text.
  void Load(std::uint32_t number, bool binary, std::uint32_t pieces, const Step& step);
  void BuildList(const Step& step);
  void AddStrings(std::uint32_t number);
  const char* AskFunction(std::uint32_t number);
  const char* AskStrings(std::uint32_t mode);
  const char* Compare(int index, const std::string& expected);

  LuaHeap& heap_;
  const char* wrong_ = nullptr;
  std::uint64_t loaded_ = 0;                // a bit for each function
  std::array<std::uint32_t, 3> strings_{};  // how many a weak table of each mode has
};

}  // namespace properties
