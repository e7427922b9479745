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

#include <array>
#include <lua.hpp>

#include "properties/subjects/lua/lua_library.h"
#include "properties/subjects/lua/lua_subject.h"
#include "properties/subjects/offered/offered_subject.h"

static_assert(LUA_VERSION_NUM == 503);

namespace properties {
namespace {

struct Broken {
  const char* name;
  LuaBreak what;
};
// What the adapter can do in place of Lua as a broken one would have done it. A missing barrier of
// lua_upvaluejoin is left out: it counts references to variables in 5.3.
constexpr std::array kBroken = std::to_array<Broken>({
    {"roots-are-not-marked", LuaBreak::kRootsForgotten},
    {"rawset-without-barrier", LuaBreak::kRawSetWithoutBarrier},
    {"finalizer-forgotten", LuaBreak::kFinalizerForgotten},
    {"late-finalizer-forgotten", LuaBreak::kLateFinalizerForgotten},
    {"finalizer-called-twice", LuaBreak::kFinalizerTwice},
    {"finalizers-in-order-of-marking", LuaBreak::kFinalizersForwards},
    {"weak-value-kept", LuaBreak::kWeakValueKept},
    {"weak-key-lost", LuaBreak::kWeakKeyLost},
    {"block-leaked", LuaBreak::kBlockLeaked},
});

#ifdef TRICOLOUR_SPARE_KNOWN
constexpr const char* kName = "lua5.3:spare-known";
const LuaBugSet kMended(LuaBug::kWeakBothMetatable);
#else
constexpr const char* kName = "lua5.3";
const LuaBugSet kMended;
#endif

std::unique_ptr<reference::Subject> MakeLua53(std::uint32_t fault) {
  LuaOptions options{.mended = kMended};
  if (fault != 0 && fault <= kBroken.size()) options.broken = kBroken[fault - 1].what;
  return MakeLuaSubject(options);
}

Offer OfferOfLua() {
  Offer offer{.name = kName, .version = LoadedLua().Text(), .make = &MakeLua53};
  for (const Broken& broken : kBroken) offer.faults.emplace_back(broken.name);
  // So many where objects have finalizers; which runs have, their shape says.
  offer.collects_until_gone = 5;
  offer.slowness = 16;
  return offer;
}

}  // namespace
}  // namespace properties

extern "C" const tricolour_subject* tricolour_subject_entry(std::uint32_t abi) {
  static const properties::Offer offer = properties::OfferOfLua();
  return properties::TableOf(offer, abi);
}
