// properties/subjects/lua/lua_collections.h -- runs Lua's collector, step by step or all at once.
//
// With a step size of two bytes, LUA_GCSTEP of size 0 is one single step, however much that is:
// marking one thing, the atomic end of marking, sweeping up to a hundred things, or calling up to
// ten finalizers. It says when a cycle has ended; one step more would begin the next.
//
// There are three kinds of whole collections: LUA_GCCOLLECT; a change to generational mode and
// back, which collects; and an emergency: an allocation fails in the middle of some operation of
// Lua, which collects at once, with a half-built thing on its stack. Not every failing allocation
// does that (a growing stack does not, since 5.4.5), so a sentinel says whether it has; if not, an
// ordinary collection follows. An emergency calls no finalizers, so there are never two in a row.
//
// Read next: lua_subject.cc.

#pragma once

#include <cstdint>

#include "properties/subjects/lua/state/lua_heap.h"
#include "properties/subjects/lua/things/lua_bystanders.h"

namespace properties {

class LuaCollections {
 public:
  explicit LuaCollections(LuaHeap& heap) : heap_(heap), bystanders_(heap) {}

  // Begins a new run.
  void Begin(bool generational);
  void Start();
  void Tick(std::uint32_t units);
  // Returns how many there were in this run.
  std::uint32_t Collect();
  // Makes the `countdown`-th allocation from now fail, so that Lua collects in the middle of
  // something. SawEmergency ends that, and says whether Lua has collected.
  void ExpectEmergency(std::uint32_t countdown);
  bool SawEmergency();
  // In some operations of the mutator an allocation fails. Decides whether this is one of them, and
  // expects an emergency if it is.
  bool Arm(const reference::Operation& operation);
  // What is not as it was, of what no object refers to; null if everything is.
  const char* Wrong() const { return bystanders_.wrong(); }
  // Whether no finalizer waits to be called that an earlier collection has found.
  bool AtRest() const { return at_rest_; }

 private:
  void Emergency();
  void AllocateALot(std::uint32_t what);
  bool Step();
  void TickYoung(std::uint32_t units);
  void BeginCollection();

  LuaHeap& heap_;
  LuaBystanders bystanders_;
  std::size_t sentinel_ = 0;
  bool generational_ = false;
  bool in_cycle_ = false;
  bool at_rest_ = true;
  std::uint32_t collects_ = 0;
};

}  // namespace properties
