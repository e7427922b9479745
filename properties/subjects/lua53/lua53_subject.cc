// properties/subjects/lua53/lua53_subject.cc -- Lua 5.3, by the adapter of Lua 5.4.
//
// The program is compiled for Lua 5.4, and calls functions that 5.3 lacks. So the same adapter is
// compiled once more, against the headers of 5.3, in a library with the C interface; what 5.3 lacks
// is left out (lua_versions.h). Only the incremental mode is there, and of the known bugs the one
// of that mode, which 5.3 has as well; a second library makes up for it (TRICOLOUR_SPARE_KNOWN).
//
// It is bound to the Lua 5.3 of the system, or to the one that was loaded before all others
// (`--lua-library PATH`).
//
// Read next: properties/subjects/lua/lua_subject.h, properties/subjects/offered/offered_subject.h.

#include <lua.hpp>

#include "properties/subjects/lua/lua_broken_rules.h"
#include "properties/subjects/lua/lua_library.h"
#include "properties/subjects/lua/lua_subject.h"
#include "properties/subjects/offered/offered_subject.h"

static_assert(LUA_VERSION_NUM == 503);

namespace properties {
namespace {

#ifdef TRICOLOUR_SPARE_KNOWN
constexpr const char* kName = "lua5.3:spare-known";
const LuaBugSet kMended(LuaBug::kWeakBothMetatable);
#else
constexpr const char* kName = "lua5.3";
const LuaBugSet kMended;
#endif

const Offer& Offered();

std::unique_ptr<reference::Subject> MakeLua53(std::uint32_t fault) {
  LuaOptions options{.mended = kMended};
  const auto& rules = Offered().faults;
  if (fault != 0 && fault <= rules.size()) options.broken = LuaBreakNamed(rules[fault - 1]);
  return MakeLuaSubject(options);
}

Offer OfferOfLua() {
  Offer offer{.name = kName, .version = LoadedLua().Text(), .make = &MakeLua53};
  for (const LuaBrokenRule& rule : kLuaBrokenRules) {
    // A closure counts its references to variables in 5.3, so that this would break no barrier.
    if (rule.what != LuaBreak::kJoinWithoutBarrier) offer.faults.emplace_back(rule.name);
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
