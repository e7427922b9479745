// properties/tool/verify/publisher.h -- where a report goes: part by part to the screen, and as a
// whole to the files.
//
// With a machine format, stdout has nothing but that format; the text for a person still goes to
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

  // The style of the screen, for text that Say prints there.
  const properties::Style& style() const { return style_; }
  Progress& progress() { return progress_; }

  // Prints a finished part. `screen` may be coloured; `plain` is the same text without colours.
  void Say(const std::string& screen, const std::string& plain);
  template <typename Make>  // a function of a Style
  void Say(const Make& make) {
    Say(make(style_), make(properties::Style()));
  }

  // Prints the name of a group of sections, unless it is still the same group.
  void Group(const std::string& name);

  // Where the page of the run will be.
  std::string Page() const;

  // Writes report.txt, .json, .xml (JUnit), .sarif and .md and run.html,
  // and prints the chosen machine format.
  void Finish(const properties::Report& report);

 private:
  const VerifyOptions& options_;
  properties::Style style_;
  Progress progress_;
  std::string group_;
  std::string plain_;
};

}  // namespace tool
