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

// The same from a file; "-" is the standard input. The error names the file, also if it is missing
// or cannot be read.
std::variant<Trace, ParseError> LoadTrace(const std::string& path);

}  // namespace reference
