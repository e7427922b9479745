// properties/report/style.h -- colours and the width of a terminal, and plain text everywhere else.
//
// A paragraph that is broken for the wrong width is broken twice on a narrow screen, and looks
// torn. So whatever breaks lines asks the style.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "properties/report/layout.h"

namespace properties {

class Style {
 public:
  // `width`: the columns of a line of prose; the fewest that are good for a table with prose in its
  // last column are 40.
  explicit Style(bool colour = false, std::size_t width = kPlainWidth)
      : colour_(colour), width_(width) {}

  std::string Bold(std::string_view text) const { return Wrap("1", text); }
  std::string Good(std::string_view text) const { return Wrap("32", text); }
  std::string Bad(std::string_view text) const { return Wrap("1;31", text); }
  std::string Odd(std::string_view text) const { return Wrap("33", text); }
  std::string Faint(std::string_view text) const { return Wrap("2", text); }

  // The paragraph with each line after `indent` blanks.
  std::string Wrapped(const std::string& text, std::size_t indent) const {
    return properties::Wrapped(text, indent, width_);
  }

 private:
  std::string Wrap(std::string_view code, std::string_view text) const {
    if (!colour_ || text.empty()) return std::string(text);
    return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
  }
  bool colour_;
  std::size_t width_;
};

}  // namespace properties
