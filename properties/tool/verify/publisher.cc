// properties/tool/verify/publisher.cc -- writes the three forms of one report.

#include "properties/tool/verify/publisher.h"

#include "properties/report/json.h"
#include "properties/report/junit.h"
#include "properties/tool/failures/failure_files.h"
#include "properties/tool/process/output.h"

namespace tool {

Publisher::Publisher(const VerifyOptions& options) : options_(options), style_(ColourOnStdout()) {}

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

void Publisher::Finish(const properties::Report& report) {
  progress_.Clear();
  const std::string json = properties::JsonText(report);
  const std::string junit = properties::JUnitText(report);
  WriteFile(options_.out + "/report.txt", plain_);
  WriteFile(options_.out + "/report.json", json);
  WriteFile(options_.out + "/report.xml", junit);
  if (options_.format == Format::kJson) Print(json);
  if (options_.format == Format::kJUnit) Print(junit);
}

}  // namespace tool
