// properties/tool/process/screen.h -- how wide the screen is, and lines that fit it.
//
// A terminal breaks a long line in the middle of a word, at its first column, and a table is then
// hard to read. So a line that does not fit is broken at a blank, and goes on below its last
// column.
//
//       wavefront     dead       agree        every run of 5
//                                             operations, some longer
//
// Where there is no screen no line is broken: what reads the output, and `grep`, want lines as they
// are. COLUMNS decides in either case, if it is set. A line that begins with a command to repeat is
// left alone, so that it can be copied.
//
// Read next: properties/tool/process/output.h.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "properties/report/style.h"

namespace tool {

inline constexpr std::size_t kLeastWidth = 40;
inline constexpr std::size_t kUsualWidth = 80;

// The columns of the screen that shows stdout, at least kLeastWidth: COLUMNS if that is a number
// above zero, or else what the terminal says. None if stdout is no terminal.
std::optional<std::size_t> ScreenWidth();

// The same text, in which no line is wider, unless one word is or the line has a command. Colours
// have no width, and a character has one column.
std::string Folded(std::string_view text, std::size_t width);

// Colours if stdout is a terminal that has them, and its width.
properties::Style ScreenStyle();

}  // namespace tool
