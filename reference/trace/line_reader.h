// reference/trace/line_reader.h -- the lines of a stream, one at a time and in bounded memory.
//
// A trace may have a million lines, and a file that is no trace may be one line of a gigabyte. So
// the reader holds one buffer of fixed size, hands out lines that lie in it, and gives up at the
// first line that is too long, without looking for its end.
//
// Ends of line are LF or CR LF, and the last line may lack one. A leading UTF-8 byte-order mark is
// skipped. Everything else must be UTF-8 without control characters, comments included, so that
// binary junk is called that, at its first byte.
//
// Read next: reference/trace/trace_reader.h.

#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <optional>
#include <string_view>

#include "reference/trace/parse_error.h"

namespace reference {

struct Line {
  std::string_view text;  // without its end; valid until the next line is read
  std::size_t number = 1;
  bool ends_text = false;  // the last one, and nothing ends it: perhaps it was cut short
};

class LineReader {
 public:
  static constexpr std::size_t kLineLimit = 4096;  // bytes of a line without its end
  static constexpr std::size_t kBufferBytes = 1u << 15;

  // The stream must outlive the reader. More is taken from it than the lines given so far, but
  // never more than kBufferBytes.
  explicit LineReader(std::istream& in) : in_(in) {}
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // Gives the next line, or false at the end of the text and after an error.
  bool Next(Line& line);

  // Why Next gave false, if it was not the end of the text.
  const std::optional<ParseError>& error() const { return error_; }

 private:
  bool Refill();
  void SkipByteOrderMark();
  bool TakeLine(std::size_t bytes, std::size_t end_bytes, Line& line);
  bool Fail(std::size_t column, std::string expected, std::string found);

  std::istream& in_;
  std::array<char, kBufferBytes> buffer_;
  std::size_t begin_ = 0;  // what is not handed out yet lies from here ...
  std::size_t end_ = 0;    // ... to here
  std::size_t lines_ = 0;  // handed out
  bool started_ = false;
  bool exhausted_ = false;  // the stream has ended
  std::optional<ParseError> error_;
};

// The offset of the first byte that is not UTF-8 text without control characters (a tab is none).
std::optional<std::size_t> FirstByteThatIsNoText(std::string_view text);

}  // namespace reference
