// properties/subjects/lua/lua_subject.h -- the packaged Lua 5.4, judged through its public C
// interface.
//
// Lua's collector is tri-colour and incremental, with barriers in the functions that store, and
// none of us wrote it. What a trace says is said to Lua in many ways (lua_shape.h), so that each
// function that stores has its turn between two of the collector's steps.
//
// A tick is a number of single steps, the smallest that Lua has: marking one thing, or the whole
// atomic end of marking, or sweeping a hundred things. A step after the end would begin the next
// cycle, so the adapter begins one on `start` only. Its steps are not our units: no progress, no
// pause and no completeness by the cycle are promised. In generational mode a tick is one young
// collection.
//
// The shape is the trace's (TraceHeader::shape). Locals are rescanned, for Lua looks at its stack
// again when marking ends.
//
// Read next: README.md in this folder, for what was found.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "properties/subjects/lua/state/lua_shape.h"
#include "reference/oracle/subject.h"

namespace properties {

struct LuaOptions {
  bool generational = false;
  // Leave alone what is known to be broken: see README.md.
  bool spare_known = false;
  // Tests only: the adapter does not tell Lua of roots, so that the judge has to disagree.
  bool forget_roots = false;
};

// The options of "lua", "lua:generational", "lua:spare-known" and "lua:generational,spare-known";
// empty if it is none of these.
std::optional<LuaOptions> LuaOptionsFrom(std::string_view specification);
// The shortest specification of the options.
std::string SpecificationOf(const LuaOptions& options);

class LuaSubject : public reference::Subject {
 public:
  // How often each way was taken since the subject was made.
  virtual std::uint64_t CountOf(LuaPath path) const = 0;
};

std::unique_ptr<LuaSubject> MakeLuaSubject(const LuaOptions& options = {});

}  // namespace properties
