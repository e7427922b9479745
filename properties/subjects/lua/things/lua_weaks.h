// properties/subjects/lua/things/lua_weaks.h -- weak references as entries of weak tables.
//
// Each weak reference has a table and a metatable of its own, in each of the three modes;
// metatables are sometimes replaced by equal ones. Only the table's answer is used: if the table is
// empty, the answer is null.
//
// Read next: lua_subject.h.

#pragma once

#include <cstdint>
#include <vector>

#include "properties/subjects/lua/state/lua_heap.h"

namespace properties {

class LuaWeaks {
 public:
  explicit LuaWeaks(LuaHeap& heap) : heap_(heap) {}
  void Clear() { weaks_.clear(); }

  // Makes wN refer to the object on top of the stack, and pops that.
  void Make(std::uint32_t weak, reference::Name target);
  // Makes wTo refer to what wFrom still refers to, or to nothing.
  void Copy(std::uint32_t to, std::uint32_t from);
  // Pushes what wN refers to, or nil. False, with nothing pushed, if its table is freed memory.
  bool Push(std::uint32_t weak);

  // The object with which wN was made.
  reference::Name TargetOf(std::uint32_t weak) const { return weaks_[weak].target; }

 private:
  struct Weak {
    LuaWeakForm form = LuaWeakForm::kValue;
    reference::Name target = reference::kNull;
  };

  void PushTable(std::uint32_t weak, LuaWeakForm form, reference::Name target);
  void Note(std::uint32_t weak, LuaWeakForm form, reference::Name target);
  void PushMetatable(LuaWeakForm form);

  LuaHeap& heap_;
  std::vector<Weak> weaks_;
};

}  // namespace properties
