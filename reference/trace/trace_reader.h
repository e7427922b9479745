// reference/trace/trace_reader.h -- a trace read from a stream, one operation at a time.
//
// A trace of a million operations need not be held to be run. The reader holds one line and one
// buffer of fixed size, whatever the stream gives it.
//
//     TraceReader reader(in);
//     TraceHeader header;
//     if (!reader.ReadHeader(header)) return reader.error();
//     Operation operation;
//     while (reader.Next(operation)) Run(operation);
//     return reader.error();
//
// Read next: reference/trace/line_reader.h, reference/trace/trace_line.h.

#pragma once

#include <cstddef>
#include <istream>
#include <optional>
#include <string_view>

#include "reference/trace/line_reader.h"
#include "reference/trace/parse_error.h"
#include "reference/trace/trace.h"

namespace reference {

class TraceReader {
 public:
  // The most that is ever taken from the stream ahead of what Next has given.
  static constexpr std::size_t kBufferBytes = LineReader::kBufferBytes;

  // The stream must outlive the reader.
  explicit TraceReader(std::istream& in) : lines_(in) {}

  // Reads the version line and, where they are there, the lines `locals`, `shape` and `heap`. False
  // is an error. Comes first, if at all.
  bool ReadHeader(TraceHeader& header);

  // Reads the next operation, and the header before it if it was not read yet. False is the end of
  // the trace or an error, and stays false.
  bool Next(Operation& operation);

  // The line of the last operation given.
  std::size_t line_number() const { return line_.number; }
  // The same line as it stands there; valid until the next call of Next.
  std::string_view line_text() const { return line_.text; }

  const std::optional<ParseError>& error() const { return error_; }

 private:
  bool NextLineWithWords();
  bool Check(std::optional<ParseError> error);

  LineReader lines_;
  Line line_;
  std::uint32_t version_ = kVersion;
  bool header_read_ = false;
  bool line_waits_ = false;  // line_ was read but is not the header's: it is the first operation's
  std::optional<ParseError> error_;
};

}  // namespace reference
