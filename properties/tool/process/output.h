// properties/tool/process/output.h -- results go to stdout, everything else to stderr; only
// terminals get colour.
//
// If the output is piped into `head`, the pipe may close half way. The program must neither die of
// that nor complain: the verdict is also in the exit status and in the files. So writing never
// fails here.

#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace tool {

// Writes text for a person to stdout and flushes it: lines that are wider than the screen are
// broken (screen.h). A closed pipe is ignored.
void Print(std::string_view text);
template <typename... Args>
void Print(fmt::format_string<Args...> format, Args&&... args) {
  Print(std::string_view(fmt::format(format, std::forward<Args>(args)...)));
}

// The same for what a program reads: as it is.
void PrintData(std::string_view text);

// From now on, in a child process: results go where stdout went, and what a judged library writes
// to its stdout goes nowhere. It would stand among the results, and JSON would be none.
void KeepResultsApart();
// The descriptor to which results go.
int ResultDescriptor();

// Writes a diagnostic, "tricolour: text", to stderr, with a line end.
void Complain(std::string_view text);
template <typename... Args>
void Complain(fmt::format_string<Args...> format, Args&&... args) {
  Complain(std::string_view(fmt::format(format, std::forward<Args>(args)...)));
}

// Why a text could not be written; empty if all was. A closed pipe is no failure.
std::string WhyPrintFailed();

// Whether to colour stdout: it is a terminal that has colours, and NO_COLOR is not set.
bool ColourOnStdout();
bool ColourOnStderr();

}  // namespace tool
