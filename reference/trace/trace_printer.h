// reference/trace/trace_printer.h -- a trace as text, in its one canonical form.
//
// What is printed parses back to what was printed. One blank stands between words, lane 0 and
// defaults are not written, and the header is written in full.
//
// Read next: reference/trace/trace_text.h.

#pragma once

#include <string>

#include "reference/trace/trace.h"

namespace reference {

// "a" to "z", then "o26" and on; "null" for kNull, "dangling" for kDangling.
std::string PrintName(Name name);

// One line without its end: "@1 store b.0 null".
std::string PrintOperation(const Operation& operation);

// The settings that are not the usual ones, as the line of a header, without its end: "heap
// workers=2 reuse=no"; "heap" alone if all are the usual ones.
std::string PrintVariant(const Variant& variant);

// The lines of a header, each with its end.
std::string PrintHeader(const TraceHeader& header);

// The header and a line for each operation, each with its end.
std::string PrintTrace(const Trace& trace);

// The same appended to a text, for callers that print many.
void AppendName(Name name, std::string& text);
void AppendOperation(const Operation& operation, std::string& text);

}  // namespace reference
