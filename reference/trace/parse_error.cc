// reference/trace/parse_error.cc -- an error as one line of text.

#include "reference/trace/parse_error.h"

namespace reference {
namespace {

// The most bytes of somebody's text that a message repeats.
constexpr std::size_t kQuotedLimit = 32;

void AppendEscaped(unsigned char byte, std::string& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  if (byte == '"' || byte == '\\') {
    out += '\\';
    out += static_cast<char>(byte);
  } else if (byte >= 0x20 && byte < 0x7F) {
    out += static_cast<char>(byte);
  } else {
    out += "\\x";
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
}

}  // namespace

std::string ParseError::Text() const {
  std::string text = file.empty() ? "" : file + ":";
  text += std::to_string(line) + ":" + std::to_string(column);
  return text + ": expected " + expected + ", found " + found;
}

std::string Quoted(std::string_view text) {
  const bool cut = text.size() > kQuotedLimit;
  std::string quoted = "\"";
  for (const char byte : text.substr(0, kQuotedLimit)) {
    AppendEscaped(static_cast<unsigned char>(byte), quoted);
  }
  quoted += cut ? "\"..." : "\"";
  return quoted;
}

}  // namespace reference
