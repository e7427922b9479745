// properties/tool/command_line/nearest.cc -- computes the edit distance, three rows of it at a
// time.

#include "properties/tool/command_line/nearest.h"

#include <algorithm>
#include <numeric>

namespace tool {
namespace {

std::size_t Slips(std::string_view word, std::string_view candidate) {
  std::vector<std::size_t> before(candidate.size() + 1), above(before), row(before);
  std::iota(row.begin(), row.end(), 0u);
  for (std::size_t i = 1; i <= word.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= candidate.size(); ++j) {
      const bool same = word[i - 1] == candidate[j - 1];
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      const bool exchanged =
          i > 1 && j > 1 && word[i - 1] == candidate[j - 2] && word[i - 2] == candidate[j - 1];
      if (exchanged) row[j] = std::min(row[j], before[j - 2] + 1);
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
