// properties/subjects/lua/lua_collections.h -- runs Lua's collector, step by step or all at once.
//
// With a step size of two bytes, LUA_GCSTEP of size 0 is one single step, however much that is:
// marking one thing, the atomic end of marking, sweeping up to a hundred things, or calling up to
// ten finalizers. It says when a cycle has ended; one step more would begin the next.
//
// There are three kinds of whole collections: LUA_GCCOLLECT; a change to generational mode and
// back, which collects; and an emergency: an allocation fails in the middle of some operation of
// Lua, which collects at once, with a half-built thing on its stack. An emergency calls no
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

  // Begins a new run.
  void Begin(bool generational);
  void Start();
  void Tick(std::uint32_t units);
  void Collect();
  // An allocation failed in the middle of an operation, and Lua has collected.
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
