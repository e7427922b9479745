// properties/subjects/lua55/lua55_subject.cc -- Lua 5.5, by the adapter of Lua 5.4.
//
// As for Lua 5.3, the adapter is compiled once more, in a library with the C interface; what 5.5
// has otherwise stands in lua_versions.h. Only the incremental mode is there.
//
// It is bound to the Lua that was loaded before all others (`--lua-library PATH`): that of the
// system is an older one, and has not all functions that this library calls.
//
// Read next: properties/subjects/lua/lua_subject.h, properties/subjects/offered/offered_subject.h.

#include <lua.hpp>

#include "properties/subjects/lua/lua_broken_rules.h"
#include "properties/subjects/lua/lua_library.h"
#include "properties/subjects/lua/lua_subject.h"
#include "properties/subjects/offered/offered_subject.h"

static_assert(LUA_VERSION_NUM == 505);

namespace properties {
namespace {

const Offer& Offered();

std::unique_ptr<reference::Subject> MakeLua55(std::uint32_t fault) {
  LuaOptions options;
  const auto& rules = Offered().faults;
  if (fault != 0 && fault <= rules.size()) options.broken = LuaBreakNamed(rules[fault - 1]);
  return MakeLuaSubject(options);
}

Offer OfferOfLua() {
  Offer offer{.name = "lua5.5", .version = LoadedLua().Text(), .make = &MakeLua55};
  for (const LuaBrokenRule& rule : kLuaBrokenRules) {
    // It writes into the array of a table, which has another layout in 5.5.
    if (rule.what != LuaBreak::kRawSetWithoutBarrier) offer.faults.emplace_back(rule.name);
  }
  // So many where objects have finalizers; which runs have, their shape says.
  offer.collects_until_gone = 5;
  offer.slowness = 16;
  return offer;
}

const Offer& Offered() {
  static const Offer offer = OfferOfLua();
  return offer;
}

}  // namespace
}  // namespace properties

extern "C" const tricolour_subject* tricolour_subject_entry(std::uint32_t abi) {
  return properties::TableOf(properties::Offered(), abi);
}
