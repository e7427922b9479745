#include "properties/subjects/lua/lua_known.h"

#include "properties/subjects/lua/lua_library.h"

namespace properties {

const std::vector<LuaKnownBug>& LuaKnownBugs() {
  static const std::vector<LuaKnownBug> bugs = {
      {LuaBug::kWeakBothMetatable, "weak-both-metatable", false, 8,
       "the metatable that a table, weak in both ways, gets after it was marked is freed in use"},
      {LuaBug::kUpvalueJoin, "upvalue-join", true, 8,
       "what the barrier of lua_upvaluejoin marks stays young, and a store of it into an old "
       "object "
       "is not noticed"},
      {LuaBug::kUserdataMetatable, "userdata-metatable", true, 8,
       "the metatable that a barrier marks with its userdata stays young, and a store of it into "
       "an "
       "old object is not noticed"},
  };
  return bugs;
}

const LuaKnownBug& LuaBugOf53() { return LuaKnownBugs().front(); }

std::vector<LuaKnownBug> LuaBugsOf(const LuaOptions& options, const std::string& release) {
  std::vector<LuaKnownBug> bugs;
  const std::optional<int> number = ReleaseNumber(release);
  for (const LuaKnownBug& bug : LuaKnownBugs()) {
    const bool there = number && *number <= bug.last_release;
    const bool mended = options.mended.Has(bug.bug);
    if (there && bug.generational == options.generational && !mended) bugs.push_back(bug);
  }
  return bugs;
}

}  // namespace properties
