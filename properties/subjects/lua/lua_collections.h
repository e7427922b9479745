// properties/subjects/lua/lua_collections.h -- Lua's collector, step by step and all at once.
//
// LUA_GCSTEP of size 0 with a step size of two bytes is one single step, whatever it finds: mark
// one thing, the atomic end of marking, sweep up to a hundred things, call up to ten finalizers. It
// says when a cycle ends; the step after that would begin another.
//
// A whole collection is LUA_GCCOLLECT, or a change to generational mode and back, which collects,
// or an emergency: an allocation fails in the middle of some operation of Lua's, and Lua collects
// there and then, with whatever half-built thing it has in its hands. An emergency calls no
// finalizers, so there are never two in a row.
//
// Read next: lua_subject.cc.

#pragma once

#include <cstdint>

#include "properties/subjects/lua/state/lua_heap.h"

namespace properties {

class LuaCollections {
 public:
  explicit LuaCollections(LuaHeap& heap) : heap_(heap) {}

  // A new run.
  void Begin(bool generational);
  void Start();
  void Tick(std::uint32_t units);
  void Collect();
  // An allocation failed in the middle of an operation, and Lua collected there.
  void Interrupted() { in_cycle_ = false; }

 private:
  void Emergency();
  void AllocateALot(std::uint32_t what);
  bool Step();

  LuaHeap& heap_;
  bool generational_ = false;
  bool in_cycle_ = false;
  std::uint32_t collects_ = 0;
};

}  // namespace properties
