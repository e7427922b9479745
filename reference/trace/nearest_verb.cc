// reference/trace/nearest_verb.cc -- the edit distance to every word of a table, and the least of
// them.

#include "reference/trace/nearest_verb.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace reference {
namespace {

// Longer words are no slip of any verb, and the rows below have room for these.
constexpr std::size_t kLongestWord = 24;
using Row = std::array<std::size_t, kLongestWord + 1>;

char Lower(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

// The optimal string alignment distance, row by row; the two rows above are kept for exchanges.
std::size_t Slips(std::string_view word, std::string_view verb) {
  Row before_last{};
  Row last{};
  Row row{};
  for (std::size_t j = 0; j <= verb.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= word.size(); ++i) {
    before_last = last;
    last = row;
    row[0] = i;
    for (std::size_t j = 1; j <= verb.size(); ++j) {
      const std::size_t changed = word[i - 1] == verb[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + changed});
      const bool exchanged =
          i > 1 && j > 1 && word[i - 1] == verb[j - 2] && word[i - 2] == verb[j - 1];
      if (exchanged) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
  }
  return row[verb.size()];
}

std::size_t SlipsOrBeginning(std::string_view word, std::string_view verb) {
  const std::size_t slips = Slips(word, verb);
  return word.size() > 1 && verb.starts_with(word) ? std::min<std::size_t>(slips, 1) : slips;
}

// The entry of the table whose word is nearest; null if none is near.
template <class Entries>
const typename Entries::value_type* Nearest(const Entries& entries, std::string_view word) {
  if (word.empty() || word.size() > kLongestWord) return nullptr;
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(), Lower);
  const typename Entries::value_type* nearest = nullptr;
  std::size_t fewest = kLongestWord;
  for (const auto& entry : entries) {
    const std::size_t slips = SlipsOrBeginning(lower, entry.word);
    const bool few = slips <= std::max<std::size_t>(1, entry.word.size() / 3);
    if (!few || slips >= fewest) continue;
    fewest = slips;
    nearest = &entry;
  }
  return nearest;
}

}  // namespace

std::optional<Verb> NearestVerb(std::string_view word) {
  const VerbEntry* const nearest = Nearest(kVerbs, word);
  if (nearest == nullptr) return std::nullopt;
  return nearest->verb;
}

std::optional<Setting> NearestSetting(std::string_view word) {
  const SettingEntry* const nearest = Nearest(kSettings, word);
  if (nearest == nullptr) return std::nullopt;
  return nearest->setting;
}

}  // namespace reference
