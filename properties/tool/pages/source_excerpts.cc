// properties/tool/pages/source_excerpts.cc -- reads a few lines of a file.

#include "properties/tool/pages/source_excerpts.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>

namespace tool {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLinesAbout = 7;  // before the line, and behind it
constexpr std::size_t kMostExcerpts = 8;

// The file in the sources; empty if the path leads out of them.
std::optional<fs::path> FileOf(const std::string& name) {
  const fs::path relative = fs::path(name).lexically_normal();
  if (relative.empty() || relative.is_absolute() || *relative.begin() == "..") return std::nullopt;
  return fs::path(TRICOLOUR_SOURCE_DIR) / relative;
}

std::optional<properties::SourceExcerpt> ExcerptOf(const std::string& place) {
  const std::size_t colon = place.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  properties::SourceExcerpt excerpt{.place = place, .first = 1, .line = 0, .lines = {}};
  std::from_chars(place.data() + colon + 1, place.data() + place.size(), excerpt.line);
  const auto file = FileOf(place.substr(0, colon));
  if (excerpt.line == 0 || !file) return std::nullopt;
  if (excerpt.line > kLinesAbout) excerpt.first = excerpt.line - kLinesAbout;
  std::ifstream in(*file);
  std::size_t number = 0;
  for (std::string line; number < excerpt.line + kLinesAbout && std::getline(in, line);) {
    ++number;
    if (number >= excerpt.first) excerpt.lines.push_back(line);
  }
  if (number < excerpt.line) return std::nullopt;
  return excerpt;
}

}  // namespace

std::vector<properties::SourceExcerpt> ExcerptsOf(const std::vector<std::string>& places) {
  std::vector<properties::SourceExcerpt> excerpts;
  for (const std::string& place : places) {
    if (excerpts.size() == kMostExcerpts) break;
    if (auto excerpt = ExcerptOf(place)) excerpts.push_back(std::move(*excerpt));
  }
  return excerpts;
}

}  // namespace tool
