// properties/tool/verify/publisher.h -- where the parts of a report go: the screen as they come,
// the files and the machine formats as a whole.
//
// With a machine format, stdout belongs to it alone; what a person would read still goes to
// report.txt.

#pragma once

#include <string>

#include "properties/report/report.h"
#include "properties/report/style.h"
#include "properties/tool/command_line/verify_options.h"
#include "properties/tool/process/progress.h"

namespace tool {

class Publisher {
 public:
  explicit Publisher(const VerifyOptions& options);

  // For making the text of Say.
  const properties::Style& style() const { return style_; }
  Progress& progress() { return progress_; }

  // Prints a part that is done. `screen` may be coloured, `plain` is the same without.
  void Say(const std::string& screen, const std::string& plain);
  template <typename Make>  // a function of a Style
  void Say(const Make& make) {
    Say(make(style_), make(properties::Style()));
  }

  // Prints the group's name if it is not the one that is being printed.
  void Group(const std::string& name);

  // Writes report.txt, report.json and report.xml, and what the format wants on stdout.
  void Finish(const properties::Report& report);

 private:
  const VerifyOptions& options_;
  properties::Style style_;
  Progress progress_;
  std::string group_;
  std::string plain_;
};

}  // namespace tool
