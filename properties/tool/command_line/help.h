// properties/tool/command_line/help.h -- the help texts, as wide as the screen.
//
// The library of command lines prints a description as one line, however long. Here descriptions
// are paragraphs: their own line ends mean nothing, and they are broken for the screen, or for 80
// columns where there is none.
//
// Read next: properties/tool/process/screen.h.

#pragma once

#include <CLI/App.hpp>
#include <CLI/Formatter.hpp>
#include <string>

namespace tool {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();

  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_description(const CLI::App* command) const override;
  std::string make_footer(const CLI::App* command) const override;

 private:
  std::string Entry(const std::string& name, const std::string& description) const;

  std::size_t width_;
};

}  // namespace tool
