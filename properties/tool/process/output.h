// properties/tool/process/output.h -- results to stdout, everything else to stderr, colour for
// people only.
//
// A program that is piped into `head` loses its reader half way. It must neither die of it nor
// complain: the verdict is also in the exit status and in the files. So writing never fails here.

#pragma once

#include <fmt/format.h>

#include <string_view>

namespace tool {

// Writes text to stdout and flushes it. A closed pipe is ignored.
void Print(std::string_view text);
template <typename... Args>
void Print(fmt::format_string<Args...> format, Args&&... args) {
  Print(std::string_view(fmt::format(format, std::forward<Args>(args)...)));
}

// Writes a diagnostic, "tricolour: text", to stderr, with a line end.
void Complain(std::string_view text);
template <typename... Args>
void Complain(fmt::format_string<Args...> format, Args&&... args) {
  Complain(std::string_view(fmt::format(format, std::forward<Args>(args)...)));
}

// Whether to colour what goes to stdout: it is a terminal that can, and NO_COLOR is not set.
bool ColourOnStdout();
bool ColourOnStderr();

}  // namespace tool
