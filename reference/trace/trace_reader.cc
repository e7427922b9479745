// reference/trace/trace_reader.cc -- header first, then operations, until the lines or the sense
// end.

#include "reference/trace/trace_reader.h"

#include <utility>

#include "reference/trace/trace_line.h"

namespace reference {

bool TraceReader::ReadHeader(TraceHeader& header) {
  header_read_ = true;
  if (!lines_.Next(line_)) {
    if (lines_.error()) return Check(lines_.error());
    line_ = {.ends_text = true};
  }
  if (!Check(ParseVersionLine(line_, header))) return false;
  version_ = header.version;
  line_waits_ = NextLineWithWords();
  if (line_waits_ && IsLocalsLine(line_)) {
    if (!Check(ParseLocalsLine(line_, header))) return false;
    line_waits_ = NextLineWithWords();
  }
  if (line_waits_ && IsShapeLine(line_)) {
    if (!Check(ParseShapeLine(line_, header))) return false;
    line_waits_ = NextLineWithWords();
  }
  if (line_waits_ && IsHeapLine(line_)) {
    line_waits_ = false;
    return Check(ParseHeapLine(line_, header));
  }
  return !error_;
}

bool TraceReader::Next(Operation& operation) {
  if (TraceHeader header; !header_read_ && !ReadHeader(header)) return false;
  if (error_) return false;
  if (!line_waits_ && !NextLineWithWords()) return false;
  line_waits_ = false;
  return Check(ParseOperationLine(line_, version_, operation));
}

bool TraceReader::NextLineWithWords() {
  do {
    if (!lines_.Next(line_)) {
      Check(lines_.error());
      return false;
    }
  } while (HasNoWords(line_));
  return true;
}

// Keeps the error, if it is one. Returns whether it is none.
bool TraceReader::Check(std::optional<ParseError> error) {
  if (!error) return true;
  error_ = std::move(error);
  return false;
}

}  // namespace reference
