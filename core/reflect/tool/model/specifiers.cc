#include "core/reflect/tool/model/specifiers.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <optional>
#include <utility>

namespace gc::header_tool {
namespace {

struct Known {
  Annotated annotated;
  std::string_view word;
  std::string_view flag;
};

constexpr Known kKnown[] = {
    {Annotated::kClass, "castable", "castable"},
    {Annotated::kProperty, "read_only", "gc::property::kReadOnly"},
    {Annotated::kProperty, "transient", "gc::property::kTransient"},
};

std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

bool IsWordChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Takes the text of an annotation apart from left to right.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool AtEnd() {
    SkipBlanks();
    return text_.empty();
  }
  bool Take(char c) {
    SkipBlanks();
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  // A word of letters, digits and "_"; empty if none stands here.
  std::string_view Word() {
    SkipBlanks();
    const auto end = std::ranges::find_if_not(text_, IsWordChar);
    const std::string_view word = text_.substr(0, static_cast<std::size_t>(end - text_.begin()));
    text_.remove_prefix(word.size());
    return word;
  }
  // A string in quotes, or what stands before the next comma.
  std::optional<std::string> Value() {
    SkipBlanks();
    if (text_.starts_with('"')) return Quoted();
    const std::size_t end = std::min(text_.find(','), text_.size());
    std::string value(text_.substr(0, end));
    while (!value.empty() && value.back() == ' ') value.pop_back();
    text_.remove_prefix(end);
    if (value.empty()) return std::nullopt;
    return value;
  }
  std::string_view rest() const { return text_; }

 private:
  void SkipBlanks() {
    while (!text_.empty() && std::isspace(static_cast<unsigned char>(text_.front()))) {
      text_.remove_prefix(1);
    }
  }
  std::optional<std::string> Quoted() {
    std::string value;
    for (std::size_t at = 1; at < text_.size(); ++at) {
      if (text_[at] == '"') {
        text_.remove_prefix(at + 1);
        return value;
      }
      const bool is_escape = text_[at] == '\\' && at + 1 < text_.size();
      if (is_escape) ++at;
      value += is_escape && text_[at] == 'n' ? '\n' : text_[at];
    }
    return std::nullopt;
  }

  std::string_view text_;
};

void AddFlag(Annotated annotated, std::string_view word, Specifiers& specifiers) {
  std::vector<std::string_view> words;
  for (const Known& known : kKnown) {
    if (known.annotated != annotated) continue;
    if (known.word == word) {
      if (std::ranges::find(specifiers.flags, known.flag) == specifiers.flags.end()) {
        specifiers.flags.emplace_back(known.flag);
      }
      return;
    }
    words.push_back(known.word);
  }
  specifiers.wrong = "unknown specifier '" + std::string(word) + "'";
  const std::string_view nearest = Nearest(word, words);
  specifiers.remedy = nearest.empty() ? "metadata is written as " + std::string(word) + " = value"
                                      : "the nearest is '" + std::string(nearest) + "'";
}

}  // namespace

std::string_view Nearest(std::string_view word, const std::vector<std::string_view>& known) {
  std::string_view nearest;
  std::size_t least = word.size() / 2 + 1;  // farther away is another word
  for (const std::string_view candidate : known) {
    const std::size_t distance = Distance(word, candidate);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

Specifiers ParseSpecifiers(Annotated annotated, std::string_view text) {
  Specifiers specifiers;
  Scanner scanner(text);
  while (!scanner.AtEnd() && specifiers.wrong.empty()) {
    const std::string_view word = scanner.Word();
    if (word.empty()) {
      specifiers.wrong = "found '" + std::string(scanner.rest()) + "', expected a specifier";
      specifiers.remedy = "write words and key = value, with commas between them";
    } else if (scanner.Take('=')) {
      std::optional<std::string> value = scanner.Value();
      if (!value) {
        specifiers.wrong = "the key '" + std::string(word) + "' has no value";
        specifiers.remedy = "write " + std::string(word) + " = \"text\", a number or a word";
      } else {
        specifiers.metadata.push_back({std::string(word), std::move(*value)});
      }
    } else {
      AddFlag(annotated, word, specifiers);
    }
    if (!specifiers.wrong.empty() || scanner.AtEnd()) break;
    if (!scanner.Take(',')) {
      specifiers.wrong = "found '" + std::string(scanner.rest()) + "', expected a comma";
      specifiers.remedy = "write words and key = value, with commas between them";
    }
  }
  return specifiers;
}

}  // namespace gc::header_tool
