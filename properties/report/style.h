// properties/report/style.h -- colours at a terminal, and plain text everywhere else.

#pragma once

#include <string>
#include <string_view>

namespace properties {

class Style {
 public:
  explicit Style(bool colour = false) : colour_(colour) {}

  std::string Bold(std::string_view text) const { return Wrap("1", text); }
  std::string Good(std::string_view text) const { return Wrap("32", text); }
  std::string Bad(std::string_view text) const { return Wrap("1;31", text); }
  std::string Odd(std::string_view text) const { return Wrap("33", text); }
  std::string Faint(std::string_view text) const { return Wrap("2", text); }

 private:
  std::string Wrap(std::string_view code, std::string_view text) const {
    if (!colour_ || text.empty()) return std::string(text);
    return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
  }
  bool colour_;
};

}  // namespace properties
