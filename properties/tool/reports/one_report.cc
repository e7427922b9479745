// properties/tool/reports/one_report.cc -- sections of one command, and the verdict that they make.

#include "properties/tool/reports/one_report.h"

#include <algorithm>
#include <utility>

#include "properties/tool/command_line/choices.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/process/output.h"

namespace tool {

using properties::Outcome;
using properties::Report;
using properties::ReportSection;

namespace {

const char* StatusOf(Outcome outcome) {
  switch (outcome) {
    case Outcome::kAgree:
      return properties::kAgree;
    case Outcome::kDisagree:
      return properties::kDisagree;
    case Outcome::kInconclusive:
      break;
  }
  return properties::kInconclusive;
}

}  // namespace

Report ReportOf(const std::string& command, const std::string& subject, std::uint64_t seed) {
  Report report;
  report.version = TRICOLOUR_VERSION;
  report.command = command;
  report.subject = subject;
  report.judged_library = LibraryOf(subject);
  report.seed = seed;
  return report;
}

ReportSection& AddSection(Report& report, const std::string& group, const std::string& name,
                          Outcome outcome, const std::string& tried) {
  ReportSection section;
  const bool slash = !name.empty() && !name.starts_with('/');
  section.id = group + (slash ? "/" : "") + name;
  section.group = group;
  section.name = name;
  section.status = StatusOf(outcome);
  section.tried = tried;
  report.sections.push_back(std::move(section));
  return report.sections.back();
}

void AddFailure(Report& report, properties::ReportFailure failure) {
  ReportSection& section = report.sections.back();
  section.status = properties::kDisagree;
  section.failed.push_back(failure.property);
  failure.section = section.id;
  if (failure.count == 0) failure.count = 1;
  report.failures.push_back(std::move(failure));
}

int Conclude(Report& report, const std::string& sentence, properties::Format format) {
  const auto any = [&](const char* status) {
    return std::ranges::any_of(report.sections, [status](const ReportSection& section) {
      return section.status == status;
    });
  };
  report.sentence = sentence;
  if (any(properties::kDisagree)) {
    report.verdict = properties::kDisagree;
    report.exit_code = kExitDisagree;
  } else if (any(properties::kInconclusive) || report.sections.empty()) {
    report.verdict = properties::kInconclusive;
    report.exit_code = kExitInconclusive;
  } else {
    report.verdict = properties::kAgree;
    report.exit_code = kExitAgree;
  }
  if (format != properties::Format::kText) PrintData(properties::TextIn(format, report));
  return report.exit_code;
}

}  // namespace tool
