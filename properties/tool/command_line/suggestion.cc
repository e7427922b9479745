// properties/tool/command_line/suggestion.cc -- compares each word with what there is.

#include "properties/tool/command_line/suggestion.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <optional>

#include "properties/tool/command_line/words.h"

namespace tool {
namespace {

std::vector<std::string> OptionsOf(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> CommandsOf(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* const one : command.get_subcommands({})) names.push_back(one->get_name());
  return names;
}

}  // namespace

std::string Suggestion(const CLI::App& command, const std::vector<std::string>& words) {
  const std::vector<std::string> options = OptionsOf(command), commands = CommandsOf(command);
  for (const std::string& word : words) {
    const bool is_option = word.starts_with("-");
    const std::string name = word.substr(0, word.find('='));
    const std::vector<std::string>& candidates = is_option ? options : commands;
    if (name == command.get_name() || std::ranges::count(candidates, name) > 0) continue;
    const std::string meant = DidYouMean(name, candidates);
    if (!meant.empty()) return meant;
  }
  return {};
}

}  // namespace tool
