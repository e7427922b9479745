// properties/tool/command_line/library_trial.h -- loads a stranger's library in a child first.
//
// A library may crash, exit or hang when it is loaded, or when it is asked what it promises. Loaded
// here, it would take this program with it, and nothing would be said.
//
// Read next: properties/subjects/plugin/plugin_library.h.

#pragma once

#include <string>

namespace tool {

// How a child ended that loaded the library of this path and asked it for its table, in a sentence;
// empty if it came through, though the library be no subject. Tried once for each path that comes
// through. One thread at a time.
std::string WhyNotLoaded(const std::string& path);

}  // namespace tool
