// reference/trace/trace_text.h -- traces as text: parser, printer and the streaming reader.
//
// Version 1, as told in trace.h. Around the words it is generous: blanks, tabs, comments, CR LF and
// a byte-order mark do not matter. In the words it is strict, since a trace is evidence: a name or
// a number has one spelling, and what is not understood is an error with its place, never skipped.
//
// Print after parse is the identity on traces (trace_text_property_test.cc).
// Read next: reference/trace/trace_reader.h (for long traces), reference/trace/trace_bytes.h (for
// fuzzers).

#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "reference/trace/parse_error.h"    // IWYU pragma: export
#include "reference/trace/trace.h"          // IWYU pragma: export
#include "reference/trace/trace_printer.h"  // IWYU pragma: export
#include "reference/trace/trace_reader.h"   // IWYU pragma: export

namespace reference {

// The whole text as a trace, or its first error.
std::variant<Trace, ParseError> ParseTrace(std::string_view text);

// The standard input as text, for a file that is named "-". A pipe can be read once, and is asked
// about more often: what kind of run is it, what do its comments say? So the first call reads all
// of it, and keeps it. One thread at a time.
inline constexpr const char* kStandardInput = "-";
const std::string& StandardInput();

// The same from a file; "-" is the standard input. The error names the file, also if it is missing
// or cannot be read. An expectation about an object that no line above it makes is an error too: it
// could be of nothing, so it would be skipped, and the run would agree with a claim that was not
// looked at. ParseTrace takes it, since a shorter trace may lack the line.
std::variant<Trace, ParseError> LoadTrace(const std::string& path);

}  // namespace reference
