// reference/trace/words.h -- the words of a line, one at a time, and errors at the word that stands
// there.
//
// Blanks and tabs part words; `#` ends them, wherever it stands.
//
// Read next: reference/trace/trace_line.h.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "reference/trace/line_reader.h"
#include "reference/trace/parse_error.h"

namespace reference {

class Words {
 public:
  // Stands at the first word. The line must outlive this.
  explicit Words(const Line& line) : line_(line) { Advance(); }

  // The word that stands here, empty if none is left.
  std::string_view word() const { return word_; }
  bool AtEnd() const { return word_.empty(); }
  void Advance();

  // An error at the word that stands here, or just behind the last one if none is left.
  ParseError Error(std::string expected) const;

 private:
  const Line& line_;
  std::size_t end_ = 0;  // offset behind the last word met
  std::string_view word_;
};

}  // namespace reference
