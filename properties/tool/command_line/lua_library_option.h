// properties/tool/command_line/lua_library_option.h -- `--lua-library PATH`: another Lua than the
// one that the system loads.
//
// The Lua that is most worth judging is the one that somebody has just changed, and it lies in a
// build folder. Its functions have the names of the packaged ones, so the loader decides which are
// called, and it decides once, when a program begins. So the program begins anew, with that library
// loaded before all others. The commands need not know.
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

}  // namespace tool
