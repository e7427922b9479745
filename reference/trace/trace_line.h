// reference/trace/trace_line.h -- one line of a trace: version, `locals`, `shape`, `heap`, or an
// operation.
//
// Each reads a whole line and gives the error in it, if there is one; what it reads into is then in
// an unspecified state.
//
// Read next: reference/trace/operand_parser.h.

#pragma once

#include <optional>

#include "reference/trace/line_reader.h"
#include "reference/trace/parse_error.h"
#include "reference/trace/trace.h"

namespace reference {

// Whether the line has no words: blanks and a comment only.
bool HasNoWords(const Line& line);

// The first line of every trace: `tricolour trace 1` from the first column on, blanks after it.
std::optional<ParseError> ParseVersionLine(const Line& line, TraceHeader& header);

// Whether the line is a `locals` line, and what it says.
bool IsLocalsLine(const Line& line);
std::optional<ParseError> ParseLocalsLine(const Line& line, TraceHeader& header);

// Whether the line is a `shape` line, and what it says.
bool IsShapeLine(const Line& line);
std::optional<ParseError> ParseShapeLine(const Line& line, TraceHeader& header);

// Whether the line is a `heap` line, and what it says.
bool IsHeapLine(const Line& line);
std::optional<ParseError> ParseHeapLine(const Line& line, TraceHeader& header);

// A line that has words, as an operation.
std::optional<ParseError> ParseOperationLine(const Line& line, std::uint32_t version,
                                             Operation& operation);

}  // namespace reference
