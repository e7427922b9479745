// properties/subjects/lua/lua_known.h -- the known bugs of Lua: their names, releases and modes.
//
// "It touches the same function as a known bug" is no reason to call a failure known: a regression
// of that function would be called known too. A failure is of a known bug if the judged release is
// one that has it, in the judged mode, and the same trace agrees once this one bug is made up for
// (lua_breaks.h). Anything else is a finding.
//
// Read next: lua_breaks.h, README.md in the folder above.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "properties/subjects/lua/lua_subject.h"

namespace properties {

struct LuaKnownBug {
  LuaBug bug = LuaBug::kWeakBothMetatable;
  std::string_view name;      // as in README.md, and in "lua:mend-NAME"
  bool generational = false;  // the mode that it is in
  int last_release = 0;       // 8 for 5.4.8; all releases of 5.4 from the first on have it
  std::string_view sentence;
};

// All that are known, in the order of LuaBug.
const std::vector<LuaKnownBug>& LuaKnownBugs();

// The one that Lua 5.3 has too, in all its releases: it has the incremental mode alone.
const LuaKnownBug& LuaBugOf53();

// Those that a subject with these options may show on this release ("5.4.4"), as far as the options
// do not mend them.
std::vector<LuaKnownBug> LuaBugsOf(const LuaOptions& options, const std::string& release);

}  // namespace properties
