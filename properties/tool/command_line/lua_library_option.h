// properties/tool/command_line/lua_library_option.h -- `--lua-library PATH`: another Lua than the
// one that the system loads.
//
// The Lua that is most worth judging is the one that somebody has just changed, and it lies in a
// build folder. Its functions have the names of the packaged ones, so the loader decides which are
// called, and it decides once, when a program begins. So the program begins anew, with that library
// loaded before all others. The commands need not know. Lua 5.3 and 5.5 are judged by subjects of
// other names, with an adapter that was compiled for them (properties/subjects/lua53/, .../lua55/).
//
// Read next: properties/subjects/lua/lua_library.h.

#pragma once

#include <string>

namespace tool {

// Replaces this process by itself with the library loaded, if the arguments have `--lua-library`
// and the library is not yet loaded. Returns if there is nothing to do, or if that failed.
void LoadLuaLibrary(int argc, char** argv);

// Why the library with this path is not the loaded one; empty if it is.
std::string IsLoadedLua(const std::string& path);

// The subjects that judge Lua 5.3: as it is, and with what makes up for its known bug.
inline constexpr const char* kOldLua = "lua5.3";
inline constexpr const char* kOldLuaSpared = "lua5.3:spare-known";
// The one that judges Lua 5.5, of which no bug is known in that mode.
inline constexpr const char* kNewLua = "lua5.5";

// The subject that the name means with the loaded library: of Lua 5.3, "lua" and "lua:spare-known"
// are the first two, and of Lua 5.5 the third. Other names are what they are.
std::string SubjectOfLoadedLua(const std::string& name);
// What is wrong with the loaded library for a subject whose name begins with "lua", in a sentence;
// empty if nothing is.
std::string WhyNotLoadedLua(const std::string& name);

}  // namespace tool
