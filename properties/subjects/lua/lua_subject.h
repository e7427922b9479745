// properties/subjects/lua/lua_subject.h -- the packaged Lua 5.4, judged through its public C API.
//
// Lua's collector is tri-colour and incremental, with barriers in the functions that store, and
// none of us wrote it. Each operation of a trace is done in many ways of Lua (lua_shape.h), so that
// each function that stores is called between two steps of the collector.
//
// A tick is a number of single steps, the smallest that Lua has: marking one thing, or the whole
// atomic end of marking, or sweeping a hundred things. One step after the end would begin the next
// cycle, so the adapter begins cycles on `start` only. These steps are not units in our sense: the
// adapter promises no progress, no pause and no completeness by cycle. In generational mode a tick
// is one young collection.
//
// The shape comes from the trace (TraceHeader::shape). Locals are rescanned, since Lua looks at its
// stack again when marking ends.
//
// Read next: README.md in this folder, for what was found.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "properties/subjects/lua/state/lua_breaks.h"
#include "properties/subjects/lua/state/lua_shape.h"
#include "reference/oracle/subject.h"

namespace properties {

struct LuaOptions {
  bool generational = false;
  LuaBugSet mended;                   // the known bugs that are made up for: see lua_known.h
  LuaBreak broken = LuaBreak::kNone;  // for tests only
};

// The options that are written "lua", "lua:generational", "lua:spare-known" (which mends every
// known bug), "lua:mend-NAME" (which mends one) or several of these words with commas; empty for
// any other text.
std::optional<LuaOptions> LuaOptionsFrom(std::string_view specification);
// The shortest text for these options.
std::string SpecificationOf(const LuaOptions& options);

class LuaSubject : public reference::Subject {
 public:
  // How often a function or situation occurred since the subject was made.
  virtual std::uint64_t CountOf(LuaPath path) const = 0;
};

std::unique_ptr<LuaSubject> MakeLuaSubject(const LuaOptions& options = {});

}  // namespace properties
