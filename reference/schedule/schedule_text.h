// reference/schedule/schedule_text.h -- runs of a scheduler as text: parser and printer.
//
// The form is that of traces of a heap: a first line with the kind and the version, one operation a
// line, `#` begins a comment. What is not understood is an error with its place, and for an unknown
// word it says the nearest one.
//
// Print after parse is the identity on traces (schedule_text_test.cc).
// Read next: reference/trace/parse_error.h.

#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "reference/schedule/schedule_trace.h"
#include "reference/trace/parse_error.h"

namespace reference::schedule {

// Whether the text, or the file, begins with the line of such a run, of whatever version.
bool IsSchedule(std::string_view text);
bool IsScheduleFile(const std::string& path);

// The whole text as a run, or its first error.
std::variant<Trace, ParseError> Parse(std::string_view text);
// The same from a file. The error names the file, also if it cannot be read.
std::variant<Trace, ParseError> Load(const std::string& path);

std::string Print(const Trace& trace);
// One line, without its end.
std::string Print(const Operation& operation);
// A number as it stands in a run: without an exponent, and without noughts at its end.
std::string NumberText(double number);

}  // namespace reference::schedule
