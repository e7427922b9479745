// properties/breaks/breaks.cc -- reads the format of breaks, line by line.

#include "properties/breaks/breaks.h"

#include <algorithm>
#include <optional>
#include <regex>
#include <string_view>

namespace properties::breaks {
namespace {

bool IsCode(std::string_view line) { return line.empty() || line.front() == ' '; }

bool IsIgnored(std::string_view line) { return line.empty() || line.front() == '#'; }

std::vector<std::string> Listed(const std::string& text) {
  static const std::regex comma(", *");
  return {std::sregex_token_iterator(text.begin(), text.end(), comma, -1), {}};
}

// Reads one file from the top. After a mistake, the rest of that break is skipped.
class Reader {
 public:
  Reader(const File& page, std::vector<Finding>& findings)
      : page_(page), lines_(tidy::Lines(page.text)), findings_(findings) {}

  std::vector<Break> Read() {
    std::vector<Break> breaks;
    while (at_ < lines_.size()) {
      if (IsIgnored(lines_[at_])) {
        ++at_;
        continue;
      }
      if (std::optional<Break> read = ReadBreak()) {
        breaks.push_back(std::move(*read));
      } else {
        SkipToNext();
      }
    }
    return breaks;
  }

 private:
  std::optional<Break> ReadBreak() {
    static const std::regex head(
        R"(break (S\d+\.\d+(?:, *S\d+\.\d+)*) ([a-z0-9]+(?:-[a-z0-9]+)*))");
    Break read;
    read.page = page_.path;
    read.line = at_ + 1;
    const std::string line(Here());
    std::smatch match;
    if (!std::regex_match(line, match, head)) return Wrong("\"break S1.2 name-of-the-break\"");
    read.rows = Listed(match[1]);
    read.name = match[2];
    ++at_;
    if (!Here().starts_with("file ")) return Wrong("\"file PATH\"");
    read.file = Here().substr(5);
    ++at_;
    if (Here().starts_with("tests ")) {
      read.tests = Listed(std::string(Here().substr(6)));
      ++at_;
    }
    if (!Take("from") || !ReadCode(read.from)) return std::nullopt;
    if (!Take("to") || !ReadCode(read.to)) return std::nullopt;
    if (!Take("end")) return std::nullopt;
    const auto is_switched = [](const std::string& code) {
      return std::regex_search(code, std::regex(R"(\bBREAK\b)"));
    };
    if (std::ranges::none_of(read.to, is_switched)) {
      --at_;
      return Wrong("BREAK in a line above this one");
    }
    return read;
  }

  bool Take(std::string_view word) {
    if (Here() != word) return Wrong('"' + std::string(word) + '"').has_value();
    ++at_;
    return true;
  }

  bool ReadCode(std::vector<std::string>& code) {
    while (at_ < lines_.size() && IsCode(lines_[at_])) code.emplace_back(lines_[at_++]);
    if (code.empty()) return Wrong("an indented line of code").has_value();
    return true;
  }

  std::string_view Here() const { return at_ < lines_.size() ? lines_[at_] : std::string_view(); }

  std::optional<Break> Wrong(const std::string& expected) {
    findings_.push_back({page_.path, at_ + 1, "expected " + expected});
    return std::nullopt;
  }

  void SkipToNext() {
    do ++at_;
    while (at_ < lines_.size() && !lines_[at_].starts_with("break "));
  }

  const File& page_;
  std::vector<std::string_view> lines_;
  std::vector<Finding>& findings_;
  std::size_t at_ = 0;
};

}  // namespace

std::uint32_t NumberOf(const Break& broken) {
  // The hash FNV-1a.
  std::uint32_t number = 2166136261u;
  const auto mix = [&](const std::string& text) {
    for (const char letter : text)
      number = (number ^ static_cast<unsigned char>(letter)) * 16777619u;
  };
  for (const std::string& row : broken.rows) mix(row + " ");
  mix(broken.name);
  return std::max(number, 1u);
}

std::vector<Break> ParseBreaks(const File& page, std::vector<Finding>& findings) {
  return Reader(page, findings).Read();
}

Tree ReadPages(const std::string& root) { return tidy::ReadTree(root, {".breaks"}); }

}  // namespace properties::breaks
