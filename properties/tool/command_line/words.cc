// properties/tool/command_line/words.cc -- words in a row, and the nearest of them.

#include "properties/tool/command_line/words.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "properties/tool/command_line/nearest.h"

namespace tool {

std::string DidYouMean(std::string_view word, const std::vector<std::string>& words) {
  const std::optional<std::string> nearest = Nearest(word, words);
  return nearest ? "; did you mean " + *nearest + "?" : "";
}

std::function<std::string(const std::string&)> OneOf(std::vector<std::string> words) {
  return [words = std::move(words)](const std::string& text) -> std::string {
    if (std::ranges::find(words, text) != words.end()) return {};
    std::string all;
    for (std::size_t i = 0; i < words.size(); ++i) {
      all += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
    }
    return "expected " + all + ", found \"" + text + "\"" + DidYouMean(text, words);
  };
}

}  // namespace tool
