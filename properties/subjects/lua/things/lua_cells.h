// properties/subjects/lua/things/lua_cells.h -- the cells that hold objects from outside: for
// roots, strong counts and referencers.
//
// A cell holds one object, in one of the ways in which a C program can keep a Lua value alive.
// Cells have numbers, and the shape decides the form of each.
//
// Read next: lua_weaks.h.

#pragma once

#include <cstdint>
#include <unordered_map>

#include "properties/subjects/lua/state/lua_heap.h"

namespace properties {

class LuaCells {
 public:
  static std::uint32_t OfRoot(reference::Name object) { return 4 * object; }
  static std::uint32_t OfStrong(reference::Name object) { return 4 * object + 1; }
  static std::uint32_t OfWrapper(std::uint32_t referencer) { return 4 * referencer + 2; }
  // A raw referencer may change its object without a barrier, so its cell is always a coroutine's
  // stack.
  static std::uint32_t OfRaw(std::uint32_t referencer) { return 4 * referencer + 3; }

  explicit LuaCells(LuaHeap& heap) : heap_(heap) {}
  void Clear() { references_.clear(); }

  // Puts the object on top of the stack into the cell, and pops it; nil empties the cell.
  void Set(std::uint32_t cell);
  // Pushes the object in the cell. False, with nothing pushed, if the cell cannot be reached.
  bool Push(std::uint32_t cell);

 private:
  LuaCellForm FormOf(std::uint32_t cell) const;
  void SetGlobal(std::uint32_t cell);
  void SetReference(std::uint32_t cell);
  void SetInTypeMetatable(std::uint32_t cell);
  void SetInHolder(std::uint32_t cell, LuaCellForm form);
  void PushTypeMetatable();
  void PushHolder(std::uint32_t cell, LuaCellForm form);

  LuaHeap& heap_;
  std::unordered_map<std::uint32_t, int> references_;
};

}  // namespace properties
