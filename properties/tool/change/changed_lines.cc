#include "properties/tool/change/changed_lines.h"

#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>

#include "properties/tool/change/changed_files.h"
#include "properties/tool/command_line/choices.h"

namespace tool {

namespace {

struct Range {
  std::size_t first = 0;
  std::size_t count = 1;
};

// "12,3" or "12", which is one line.
std::optional<Range> RangeFrom(std::string_view text) {
  Range range;
  const char* const end = text.data() + text.size();
  const auto [comma, error] = std::from_chars(text.data(), end, range.first);
  if (error != std::errc()) return std::nullopt;
  if (comma == end) return range;
  if (*comma != ',') return std::nullopt;
  const auto [last, wrong] = std::from_chars(comma + 1, end, range.count);
  return wrong == std::errc() && last == end ? std::optional(range) : std::nullopt;
}

// The new lines of "@@ -70,2 +70,0 @@ what is around it".
std::optional<Range> NewLinesOf(const std::string& head) {
  if (!head.starts_with("@@ -")) return std::nullopt;
  const std::size_t plus = head.find(" +");
  if (plus == std::string::npos) return std::nullopt;
  const std::size_t end = head.find(' ', plus + 2);
  return RangeFrom(std::string_view(head).substr(plus + 2, end - plus - 2));
}

bool IsCodeFile(const std::string& file) {
  return (file.ends_with(".h") || file.ends_with(".cc")) &&
         file.find("_test.") == std::string::npos;
}

std::size_t LinesOf(const std::string& head) {
  // How many lines follow is told, so that a line "--- x" of the text is none of the head's.
  const auto added = NewLinesOf(head);
  const auto removed = RangeFrom(std::string_view(head).substr(4, head.find(' ', 4) - 4));
  return (added ? added->count : 0) + (removed ? removed->count : 0);
}

}  // namespace

std::vector<ChangedPlace> PlacesIn(const std::string& diff) {
  std::vector<ChangedPlace> places;
  std::istringstream in(diff);
  std::string file, before;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("--- ")) before = line.substr(4);
    // What is no longer there is named as it was.
    if (line.starts_with("+++ ")) file = line == "+++ /dev/null" ? before : line.substr(4);
    const auto added = NewLinesOf(line);
    if (!added || file.empty()) continue;
    ChangedPlace place{
        .file = file, .line = added->count == 0 ? added->first + 1 : added->first, .lines = {}};
    std::string text;
    for (std::size_t left = LinesOf(line); left > 0 && std::getline(in, text); --left) {
      if (text.starts_with('\\')) ++left;  // "\ No newline at end of file" counts for nothing
      if (!text.starts_with('\\')) place.lines.push_back(text);
    }
    places.push_back(std::move(place));
  }
  return places;
}

std::vector<ChangedPlace> ChangedPlaces(const std::string& revision, const std::string& root) {
  const auto base = Git(root, "merge-base " + Quoted(revision) + " HEAD");
  if (!base) return {};
  const auto diff = Git(root,
                        "diff --unified=0 --no-prefix --no-color --no-ext-diff --no-renames "
                        "--no-textconv --relative " +
                            base->substr(0, base->find('\n')) + " -- core");
  if (!diff) return {};
  std::vector<ChangedPlace> places = PlacesIn(*diff);
  std::erase_if(places, [](const ChangedPlace& place) { return !IsCodeFile(place.file); });
  return places;
}

}  // namespace tool
