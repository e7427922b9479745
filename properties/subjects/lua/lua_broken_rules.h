// properties/subjects/lua/lua_broken_rules.h -- what the adapter can do in place of Lua as a broken
// one would have done it, by name.
//
// The program asks its own adapter for these by LuaBreak. A library that has the adapter for
// another version offers them as its rules, but for those that this version cannot break so.
//
// Read next: properties/subjects/lua/state/lua_breaks.h.

#pragma once

#include <array>
#include <string_view>

#include "properties/subjects/lua/state/lua_breaks.h"

namespace properties {

struct LuaBrokenRule {
  const char* name;
  LuaBreak what;
};
inline constexpr auto kLuaBrokenRules = std::to_array<LuaBrokenRule>({
    {"roots-are-not-marked", LuaBreak::kRootsForgotten},
    {"join-without-barrier", LuaBreak::kJoinWithoutBarrier},
    {"rawset-without-barrier", LuaBreak::kRawSetWithoutBarrier},
    {"finalizer-forgotten", LuaBreak::kFinalizerForgotten},
    {"late-finalizer-forgotten", LuaBreak::kLateFinalizerForgotten},
    {"finalizer-called-twice", LuaBreak::kFinalizerTwice},
    {"finalizers-in-order-of-marking", LuaBreak::kFinalizersForwards},
    {"weak-value-kept", LuaBreak::kWeakValueKept},
    {"weak-key-lost", LuaBreak::kWeakKeyLost},
    {"block-leaked", LuaBreak::kBlockLeaked},
});

// The break that has the name; kNone for any other text.
constexpr LuaBreak LuaBreakNamed(std::string_view name) {
  for (const LuaBrokenRule& rule : kLuaBrokenRules) {
    if (rule.name == name) return rule.what;
  }
  return LuaBreak::kNone;
}

}  // namespace properties
