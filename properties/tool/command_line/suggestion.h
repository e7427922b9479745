// properties/tool/command_line/suggestion.h -- what a person meant that misspelt a command or an
// option.

#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tool {

// "; did you mean --quick?", of the first word that is neither a command nor an option of the
// command, or of the program; empty if there is none, or nothing is near it.
std::string Suggestion(const CLI::App& command, const std::vector<std::string>& words);

}  // namespace tool
