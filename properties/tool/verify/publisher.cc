// properties/tool/verify/publisher.cc -- prints the parts, and writes the whole.

#include "properties/tool/verify/publisher.h"

#include "properties/report/formats/formats.h"
#include "properties/tool/failures/report_files.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/screen.h"

namespace tool {

Publisher::Publisher(const VerifyOptions& options) : options_(options), style_(ScreenStyle()) {}

void Publisher::Say(const std::string& screen, const std::string& plain) {
  plain_ += plain;
  if (options_.format != Format::kText) return;
  progress_.Clear();
  Print(screen);
}

void Publisher::Group(const std::string& name) {
  if (group_ == name) return;
  group_ = name;
  Say([&](const properties::Style& style) { return style.Bold(name) + "\n"; });
}

std::string Publisher::Page() const { return options_.out + "/run.html"; }

void Publisher::Finish(const properties::Report& report) {
  progress_.Clear();
  WriteReports(options_.out, report, plain_);
  if (options_.format != Format::kText) PrintData(properties::TextIn(options_.format, report));
}

}  // namespace tool
