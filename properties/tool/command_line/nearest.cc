// properties/tool/command_line/nearest.cc -- computes the edit distance, one row at a time.

#include "properties/tool/command_line/nearest.h"

#include <algorithm>
#include <numeric>

namespace tool {
namespace {

std::size_t Slips(std::string_view word, std::string_view candidate) {
  std::vector<std::size_t> row(candidate.size() + 1);
  std::iota(row.begin(), row.end(), 0u);
  for (std::size_t i = 1; i <= word.size(); ++i) {
    std::size_t above_left = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= candidate.size(); ++j) {
      const std::size_t changed = above_left + (word[i - 1] == candidate[j - 1] ? 0 : 1);
      above_left = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> Nearest(std::string_view word,
                                   const std::vector<std::string>& candidates) {
  constexpr std::size_t kLongest = 200;  // a longer word is no slip
  std::optional<std::string> nearest;
  std::size_t fewest = word.size() > kLongest ? 0 : kLongest;
  for (const std::string& candidate : candidates) {
    const bool begins = word.size() > 2 && candidate.starts_with(word);
    const std::size_t slips = begins ? 1 : Slips(word, candidate);
    const bool few = slips <= std::max<std::size_t>(1, candidate.size() / 3);
    if (!few || slips >= fewest) continue;
    fewest = slips;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace tool
