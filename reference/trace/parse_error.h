// reference/trace/parse_error.h -- where a text is not a trace, and what was expected there.
//
// The author of a line must be able to put it right without reading this code: so an error says
// the place, what would have been good there, and what stands there instead.
//
//     a.trace:3:7: expected a field such as a.0, found "b"
//
// Read next: reference/trace/trace_text.h.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace reference {

struct ParseError {
  // Both from 1. Columns count bytes, and a byte-order mark is not one of them. The column is one
  // past the last word of the line if a word is missing there. A file that cannot be read has its
  // error at 1:1.
  std::size_t line = 1;
  std::size_t column = 1;
  std::string expected;   // a noun phrase
  std::string found;      // a noun phrase, or a quotation made by Quoted
  std::string file = {};  // empty if the text did not come from a named file

  // "3:7: expected X, found Y", with the file before it if there is one.
  std::string Text() const;
  friend bool operator==(const ParseError&, const ParseError&) = default;
};

// The text between double quotes, fit for any terminal: bytes that are not printable ASCII are
// written \xNN, quotes and backslashes are escaped, and a long text is cut: "like th"...
std::string Quoted(std::string_view text);

}  // namespace reference
