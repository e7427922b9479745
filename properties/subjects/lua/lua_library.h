// properties/subjects/lua/lua_library.h -- which Lua is being judged: its release, and the file
// that it comes from.
//
// Lua is a shared library, so a verdict is about the library that this process has loaded, not
// about the one that it was built with. Two libraries with the same name may be different releases,
// and one may have been built by the reader a minute ago. So a report says which it was. The
// adapter knows the memory layout of Lua 5.4 and calls its functions; with another version it would
// crash, so it refuses that.
//
// Read next: lua_known.h.

#pragma once

#include <optional>
#include <string>

namespace properties {

struct LuaLibrary {
  std::string release;  // "5.4.4"; empty if the library does not say
  std::string path;     // of the shared library; empty if that cannot be known

  // "Lua 5.4.4 of /usr/lib/liblua5.4.so.0"
  std::string Text() const;
};

// The library that this process has loaded.
LuaLibrary LoadedLua();

// Why the library cannot be judged, in one sentence; empty if it can.
std::optional<std::string> WhyNotJudged(const LuaLibrary& library);

// The number of a release of this version: 4 for "5.4.4". Empty for other texts.
std::optional<int> ReleaseNumber(const std::string& release);

}  // namespace properties
