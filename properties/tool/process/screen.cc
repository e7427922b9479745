// properties/tool/process/screen.cc -- asks the terminal, and breaks lines.

#include "properties/tool/process/screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <vector>

#include "properties/tool/process/output.h"

namespace tool {
namespace {

// A last column is found in so much of the width; further right too little would fit below it.
constexpr double kHangShare = 0.6;

std::optional<std::size_t> ColumnsOfEnvironment() {
  const char* const text = std::getenv("COLUMNS");
  if (text == nullptr) return std::nullopt;
  const std::string_view digits(text);
  std::size_t columns = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), columns);
  if (error != std::errc() || end != digits.end() || columns == 0) return std::nullopt;
  return columns;
}

// One thing that is shown in one column, or a colour, which takes none.
struct Glyph {
  std::string_view bytes;
  bool seen = true;
  bool IsBlank() const { return bytes == " "; }
};

std::vector<Glyph> GlyphsOf(std::string_view line) {
  std::vector<Glyph> glyphs;
  while (!line.empty()) {
    std::size_t size = 1;
    const bool colour = line.front() == '\033';
    if (colour) {
      size = std::min(line.find('m'), line.size() - 1) + 1;
    } else {
      while (size < line.size() && (static_cast<unsigned char>(line[size]) & 0xC0) == 0x80) ++size;
    }
    glyphs.push_back({line.substr(0, size), !colour});
    line.remove_prefix(size);
  }
  return glyphs;
}

std::size_t WidthOf(const std::vector<Glyph>& glyphs) {
  return static_cast<std::size_t>(std::ranges::count_if(glyphs, &Glyph::seen));
}

bool HasCommand(std::string_view line) {
  constexpr auto kMarks = std::to_array<std::string_view>(
      {"replay: ", "explain: ", "shrink: ", "again: ", "written to "});
  return std::ranges::any_of(
      kMarks, [&](std::string_view mark) { return line.find(mark) != std::string_view::npos; });
}

// Where what is left of a line begins: at its last column, or two columns from its beginning.
std::size_t HangOf(const std::vector<Glyph>& glyphs, std::size_t width) {
  const auto most = static_cast<std::size_t>(static_cast<double>(width) * kHangShare);
  std::size_t column = 0, blanks = 0, begin = 0, hang = 0;
  bool began = false;
  for (const Glyph& glyph : glyphs) {
    if (!glyph.seen) continue;
    if (glyph.IsBlank()) {
      ++blanks;
    } else {
      if (!began) begin = column;
      if (began && blanks >= 2 && column <= most) hang = column;
      began = true;
      blanks = 0;
    }
    ++column;
  }
  return hang > 0 ? hang : std::min(begin + 2, width / 2);
}

// The lines of one line.
std::string FoldedLine(std::string_view line, std::size_t width) {
  const std::vector<Glyph> glyphs = GlyphsOf(line);
  if (WidthOf(glyphs) <= width || HasCommand(line)) return std::string(line);
  const std::string margin(HangOf(glyphs, width), ' ');
  std::string text, blanks, word;
  std::size_t column = 0, word_width = 0;
  bool fresh = true;  // the line has no word yet
  const auto put = [&] {
    if (word.empty()) return;
    if (!fresh && column + blanks.size() + word_width > width) {
      text += "\n" + margin;
      column = margin.size();
      blanks.clear();
    }
    text += blanks + word;
    column += blanks.size() + word_width;
    fresh = fresh && word_width == 0;
    blanks.clear();
    word.clear();
    word_width = 0;
  };
  for (const Glyph& glyph : glyphs) {
    if (glyph.IsBlank()) {
      put();
      blanks += ' ';
    } else {
      word += glyph.bytes;
      word_width += glyph.seen ? 1 : 0;
    }
  }
  put();
  return text;
}

}  // namespace

std::optional<std::size_t> ScreenWidth() {
  if (const auto columns = ColumnsOfEnvironment()) return std::max(*columns, kLeastWidth);
  winsize size{};
  if (isatty(ResultDescriptor()) != 1 || ioctl(ResultDescriptor(), TIOCGWINSZ, &size) != 0 ||
      size.ws_col == 0) {
    return std::nullopt;
  }
  return std::max<std::size_t>(size.ws_col, kLeastWidth);
}

std::string Folded(std::string_view text, std::size_t width) {
  std::string folded;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    folded += FoldedLine(text.substr(0, end), width);
    if (end < text.size()) folded += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return folded;
}

properties::Style ScreenStyle() {
  const std::size_t width = ScreenWidth().value_or(properties::kPlainWidth);
  return properties::Style(ColourOnStdout(), std::min(width, properties::kPlainWidth));
}

}  // namespace tool
