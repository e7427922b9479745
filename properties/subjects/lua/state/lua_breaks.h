// properties/subjects/lua/state/lua_breaks.h -- the known bugs of Lua, and ways to break a Lua for
// tests.
//
// Two things change what the adapter asks of Lua. A known bug may be *mended from outside*: the
// same functions are called, and one harmless thing more, which makes up for exactly that bug (see
// README.md). If a failing run agrees then, the bug was the cause; a broken barrier in the same
// function is not made up for, and stays a finding. And a test may *break* Lua: the packaged
// library cannot be changed, so the adapter does what a broken one would have done. A test shows
// for each break that it is noticed.
//
// Read next: lua_heap.h, lua_known.h (the bugs in words).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace properties {

enum class LuaBug : std::uint8_t {
  kWeakBothMetatable,  // a new metatable of a table that is weak in both ways is not marked
  kUpvalueJoin,        // generational: what the barrier of a join marked stays young
  kUserdataMetatable,  // generational: the same of userdata without user values
};
inline constexpr std::size_t kLuaBugCount = 3;

// A set of bugs that are mended.
class LuaBugSet {
 public:
  constexpr LuaBugSet() = default;
  constexpr explicit LuaBugSet(LuaBug bug) { Add(bug); }
  static constexpr LuaBugSet All() {
    LuaBugSet all;
    all.bits_ = (1u << kLuaBugCount) - 1;
    return all;
  }
  constexpr void Add(LuaBug bug) { bits_ |= 1u << static_cast<unsigned>(bug); }
  constexpr bool Has(LuaBug bug) const { return (bits_ >> static_cast<unsigned>(bug) & 1) != 0; }
  constexpr bool Empty() const { return bits_ == 0; }
  friend constexpr bool operator==(LuaBugSet, LuaBugSet) = default;

 private:
  unsigned bits_ = 0;
};

enum class LuaBreak : std::uint8_t {
  kNone,
  kRootsForgotten,            // what a root holds is kept from Lua
  kFailureWithoutCollection,  // a failing allocation makes Lua collect nothing, as a growing stack
                              // does since 5.4.5
  kJoinWithoutBarrier,        // lua_upvaluejoin has no barrier
  kRawSetWithoutBarrier,      // lua_rawseti of a table into an array has no barrier
  kFinalizerForgotten,        // every other finalizer is never called
  kLateFinalizerForgotten,    // a finalizer that an object gets late is never called
  kFinalizerTwice,            // finalizers are called twice
  kFinalizersForwards,        // finalizers are called in the order of their marking
  kWeakValueKept,             // weak values are still there when a finalizer is called
  kWeakKeyLost,               // weak keys are gone when a finalizer is called
  kBlockLeaked,               // memory that is no object is never freed
};

}  // namespace properties
