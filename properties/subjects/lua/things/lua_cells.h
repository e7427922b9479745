// properties/subjects/lua/things/lua_cells.h -- what holds objects when no object of the trace
// does: roots, strong counts and referencers.
//
// A cell holds one object, in one of the ways that a C program has to keep something of Lua alive.
// Cells are named by numbers, and the shape says of which form each is.
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
  // What a raw referencer reports can change unseen: it is always on a coroutine's stack.
  static std::uint32_t OfRaw(std::uint32_t referencer) { return 4 * referencer + 3; }

  explicit LuaCells(LuaHeap& heap) : heap_(heap) {}
  void Clear() { references_.clear(); }

  // The cell holds the object on top of the stack, which is popped; nil: it holds nothing.
  void Set(std::uint32_t cell);
  // Pushes what the cell holds. False, and nothing pushed, if it cannot be reached.
  bool Push(std::uint32_t cell);

 private:
  LuaCellForm FormOf(std::uint32_t cell) const;
  void SetReference(std::uint32_t cell);
  void SetInTypeMetatable(std::uint32_t cell);
  void SetInHolder(std::uint32_t cell, LuaCellForm form);
  void PushTypeMetatable();
  void PushHolder(std::uint32_t cell, LuaCellForm form);

  LuaHeap& heap_;
  std::unordered_map<std::uint32_t, int> references_;
};

}  // namespace properties
