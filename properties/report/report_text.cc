// properties/report/report_text.cc -- lays out sections and the verdict as plain text.

#include "properties/report/report_text.h"
#include "properties/report/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace properties {
namespace {

std::string StatusText(const std::string& status, const Style& style) {
  const std::string padded = fmt::format("{:<12}", status);
  if (status == kAgree) return style.Good(padded);
  if (status == kDisagree) return style.Bad(padded);
  return style.Odd(padded);
}

std::string Rate(std::uint64_t operations, double seconds) {
  if (operations == 0 || seconds < 0.01) return {};
  const double rate = static_cast<double>(operations) / seconds;
  return rate >= 1e6 ? fmt::format(", {:.1f} M/s", rate / 1e6)
                     : fmt::format(", {:.0f} k/s", rate / 1e3);
}

}  // namespace

std::string SectionText(const ReportSection& section, const Style& style) {
  std::string text = fmt::format("  {:<13} {:<10} {} {}\n", section.name, section.locals,
                                 StatusText(section.status, style), section.tried);
  if (section.traces > 0) {
    text += style.Faint(fmt::format("{:27}{} traces, {} operations in {:.1f} s{}\n", "",
                                    Grouped(section.traces), Grouped(section.operations),
                                    section.seconds, Rate(section.operations, section.seconds)));
  }
  for (const std::string& remark : section.remarks) text += Wrapped(remark, 27);
  return text;
}

std::string VerdictText(const Report& report, const Style& style) {
  std::string verdict = report.verdict;
  std::transform(verdict.begin(), verdict.end(), verdict.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  std::string text;
  for (const std::string& remark : report.remarks) text += Wrapped(remark, 0);
  text += (report.exit_code == 0   ? style.Good(verdict)
           : report.exit_code == 3 ? style.Odd(verdict)
                                   : style.Bad(verdict)) +
          ": " + report.sentence + "\n";
  text += fmt::format("  seed {:#x}; again: {}\n", report.seed, report.command);
  return text;
}

}  // namespace properties
