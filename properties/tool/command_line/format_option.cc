// properties/tool/command_line/format_option.cc -- the words of the formats, and what they choose.

#include "properties/tool/command_line/format_option.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string>

#include "properties/tool/command_line/words.h"

namespace tool {

void AddFormatOption(CLI::App& command, Format& format, std::vector<Format> formats) {
  using enum Format;
  if (formats.empty()) formats = {kText, kJson, kJUnit, kSarif, kMarkdown};
  std::vector<std::string> words;
  std::string all;
  for (const Format one : formats) {
    words.emplace_back(properties::WordOf(one));
    all += (all.empty() ? "" : "|") + words.back();
  }
  const auto choose = [&format, formats, words](const std::string& word) {
    format = formats[static_cast<std::size_t>(std::ranges::find(words, word) - words.begin())];
  };
  command
      .add_option_function<std::string>(
          "--format", choose, "Format of stdout; with another than text it has nothing else")
      ->type_name(all)
      ->check(OneOf(words))
      ->default_str("text");
}

}  // namespace tool
