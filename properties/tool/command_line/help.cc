// properties/tool/command_line/help.cc -- breaks descriptions, names beside them.

#include "properties/tool/command_line/help.h"

#include <algorithm>

#include "properties/report/layout.h"
#include "properties/tool/process/screen.h"

namespace tool {

namespace {
constexpr std::size_t kNameColumn = 2;
}  // namespace

HelpFormatter::HelpFormatter()
    : width_(std::min(ScreenWidth().value_or(kUsualWidth), properties::kPlainWidth)) {
  column_width(width_ >= kUsualWidth ? 28 : 8);
}

// The description stands beside the name if the name leaves room for it, else below.
std::string HelpFormatter::Entry(const std::string& name, const std::string& description) const {
  const std::size_t column = get_column_width();
  std::string head = std::string(kNameColumn, ' ') + name;
  const std::string text = properties::Wrapped(description, column, width_);
  if (text.empty()) return head + "\n";
  if (head.size() + 1 > column) {
    return properties::Wrapped(name, kNameColumn, width_) + text;
  }
  head.resize(column, ' ');
  return head + text.substr(column);
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  return Entry(make_option_name(option, is_positional) + make_option_opts(option),
               make_option_desc(option));
}

// What a command does, in one sentence; its own help has the others.
std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  std::string about = command->get_description();
  const std::size_t end = std::min(about.find(".\n"), about.find(". "));
  if (end != std::string::npos) about.resize(end);
  if (about.ends_with('.')) about.pop_back();
  return Entry(command->get_name(), about);
}

std::string HelpFormatter::make_description(const CLI::App* command) const {
  return properties::Wrapped(command->get_description(), 0, width_);
}

std::string HelpFormatter::make_footer(const CLI::App* command) const {
  const std::string footer = command->get_footer();
  const std::size_t statuses = footer.find("Exit status:");
  if (statuses == std::string::npos) return properties::Wrapped(footer, 0, width_);
  return properties::Wrapped(footer.substr(0, statuses), 0, width_) +
         properties::Wrapped(footer.substr(statuses), 0, width_);
}

}  // namespace tool
