#include "core/reflect/tool/convert/diff.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace gc::header_tool {
namespace {

constexpr std::size_t kContext = 3;  // lines

using Lines = std::vector<std::string_view>;

// Each with its line feed, if it has one.
Lines LinesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

std::string Line(char sign, std::string_view line) {
  const char* const end = line.ends_with('\n') ? "" : "\n\\ No newline at end of file\n";
  return sign + std::string(line) + end;
}

// The lines [begin, end) of both, old ones before the new ones that take their place.
std::string Hunk(const Lines& before, const Lines& after, std::size_t begin, std::size_t end) {
  const std::string range = std::to_string(begin + 1) + ',' + std::to_string(end - begin);
  std::string text = "@@ -" + range + " +" + range + " @@\n";
  for (std::size_t at = begin; at < end;) {
    std::size_t next = at;
    while (next < end && before[next] != after[next]) ++next;
    for (std::size_t i = at; i < next; ++i) text += Line('-', before[i]);
    for (std::size_t i = at; i < next; ++i) text += Line('+', after[i]);
    if (next == at) text += Line(' ', before[next++]);
    at = next;
  }
  return text;
}

}  // namespace

std::string UnifiedDiff(const std::string& path, const std::string& before,
                        const std::string& after) {
  if (before == after) return "";
  const Lines old_lines = LinesOf(before), new_lines = LinesOf(after);
  std::string text = "--- " + path + "\n+++ " + path + '\n';
  std::size_t begin = 0, end = 0;  // of the hunk that is being gathered
  for (std::size_t at = 0; at < old_lines.size(); ++at) {
    if (old_lines[at] == new_lines[at]) continue;
    const std::size_t from = at < kContext ? 0 : at - kContext;
    if (from > end || end == 0) {
      if (end > 0) text += Hunk(old_lines, new_lines, begin, end);
      begin = from;
    }
    end = std::min(at + kContext + 1, old_lines.size());
  }
  return text + Hunk(old_lines, new_lines, begin, end);
}

}  // namespace gc::header_tool
