// properties/page/html.cc -- escapes what a trace or a collector may have written.

#include "properties/page/html.h"

#include <nlohmann/json.hpp>

namespace properties {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool Continues(unsigned char byte) { return (byte & 0xC0) == 0x80; }

// The length of the character that begins at `at`; 0 if it is none.
std::size_t CharacterAt(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const bool blank = first == '\n' || first == '\t';
  if (first < 0x80) return (first < 0x20 && !blank) || first == 0x7F ? 0 : 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!Continues(static_cast<unsigned char>(text[at + i]))) return 0;
  }
  return length;
}

std::string_view EntityOf(std::string_view character) {
  if (character == "&") return "&amp;";
  if (character == "<") return "&lt;";
  if (character == ">") return "&gt;";
  if (character == "\"") return "&quot;";
  return character == "'" ? "&#39;" : character;
}

}  // namespace

std::string EscapedHtml(std::string_view text) {
  std::string escaped;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = CharacterAt(text, at);
    escaped += length == 0 ? kReplacement : EntityOf(text.substr(at, length));
    at += length == 0 ? 1 : length;
  }
  return escaped;
}

std::string JsonForScript(const nlohmann::json& value) {
  const auto replace = nlohmann::json::error_handler_t::replace;
  std::string safe;
  for (const char c : value.dump(-1, ' ', true, replace)) {
    // Outside of strings JSON has none of these.
    if (c == '<') {
      safe += "\\u003c";
    } else if (c == '>') {
      safe += "\\u003e";
    } else if (c == '&') {
      safe += "\\u0026";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string WholePage(std::string_view title, std::string_view style, std::string_view body,
                      std::string_view script) {
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>";
  page += EscapedHtml(title);
  page += "</title>\n<style>\n";
  page += style;
  page += "</style>\n</head>\n<body>\n";
  page += body;
  if (!script.empty()) {
    page += "<script>\n";
    page += script;
    page += "</script>\n";
  }
  return page + "</body>\n</html>\n";
}

}  // namespace properties
