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

// How many sections of a group there are, and how many of them agree.
struct GroupCount {
  std::string name;
  std::size_t all = 0;
  std::size_t agree = 0;
};

// In the order in which they begin.
std::vector<GroupCount> GroupsOf(const Report& report) {
  std::vector<GroupCount> groups;
  for (const ReportSection& section : report.sections) {
    auto at = std::ranges::find(groups, section.group, &GroupCount::name);
    if (at == groups.end()) at = groups.insert(groups.end(), {.name = section.group});
    ++at->all;
    at->agree += section.status == kAgree ? 1 : 0;
  }
  return groups;
}

void Add(const std::string& part, double seconds, std::vector<TimeOfPart>& times) {
  auto at = std::ranges::find(times, part, &TimeOfPart::part);
  if (at == times.end()) at = times.insert(times.end(), {.part = part});
  ++at->tasks;
  at->seconds += seconds;
}

}  // namespace

std::string SectionText(const ReportSection& section, bool whole, const Style& style) {
  // A name without a discipline has the room of both.
  const std::string what = section.locals.empty()
                               ? fmt::format("{:<24}", section.name)
                               : fmt::format("{:<13} {:<10}", section.name, section.locals);
  std::string text =
      fmt::format("  {} {} {}\n", what, StatusText(section.status, style), section.tried);
  if (section.traces > 0 && (whole || section.status != kAgree)) {
    text += style.Faint(fmt::format("{:27}{} traces, {} operations in {:.1f} s{}\n", "",
                                    Grouped(section.traces), Grouped(section.operations),
                                    section.seconds, Rate(section.operations, section.seconds)));
  }
  for (const std::string& remark : section.remarks) text += style.Wrapped(remark, 27);
  return text;
}

std::string JudgedText(const Report& report) {
  return report.subject + (report.judged_library.empty() ? "" : " (" + report.judged_library + ")");
}

std::string VerdictText(const Report& report, const Style& style) {
  std::string verdict = report.verdict;
  std::transform(verdict.begin(), verdict.end(), verdict.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  std::string text = (report.exit_code == 0   ? style.Good(verdict)
                      : report.exit_code == 3 ? style.Odd(verdict)
                                              : style.Bad(verdict)) +
                     ": " + report.sentence + "\n";
  if (!report.judged_library.empty()) text += "  judged: " + report.judged_library + "\n";
  text += fmt::format("  seed {:#x}; again: {}\n", report.seed, report.command);
  return text;
}

std::string RemarksText(const Report& report, const Style& style) {
  std::string text;
  for (const std::string& remark : report.remarks) text += style.Wrapped(remark, 0);
  return text;
}

std::string FoldedText(const Report& report, const Style& style) {
  std::string wrong, agreeing;
  for (const GroupCount& group : GroupsOf(report)) {
    if (group.agree == group.all) {
      agreeing += (agreeing.empty() ? "" : ", ") + group.name;
      continue;
    }
    wrong += wrong.empty() ? "" : ", ";
    if (group.all > 1) wrong += fmt::format("{} of {} ", group.all - group.agree, group.all);
    wrong += group.name;
  }
  if (wrong.empty()) return {};
  return style.Wrapped("did not agree: " + wrong +
                           (agreeing.empty() ? "" : "; agreed: " + agreeing) + " (-v shows each)",
                       0);
}

std::vector<TimeOfPart> TimesOf(const Report& report) {
  std::vector<TimeOfPart> times;
  for (const ReportSection& section : report.sections) Add(section.group, section.seconds, times);
  for (const ReportRow& row : report.rules) {
    Add("rules: searches", std::max(0.0, row.seconds - row.proof.seconds), times);
  }
  for (const ReportRow& row : report.rules) {
    if (!row.proof.verdict.empty()) Add("rules: the model", row.proof.seconds, times);
  }
  return times;
}

std::string TimeText(const Report& report, const Style& style) {
  const std::vector<TimeOfPart> times = TimesOf(report);
  double all = 0;
  for (const TimeOfPart& time : times) all += time.seconds;
  if (all <= 0) return {};
  std::string text = style.Bold("time") + fmt::format("{:23}tasks   seconds   share\n", "");
  for (const TimeOfPart& time : times) {
    text += fmt::format("  {:<24} {:>5} {:>9.1f} {:>5.0f} %\n", time.part, time.tasks, time.seconds,
                        100 * time.seconds / all);
  }
  return text + fmt::format("  {:<30} {:>9.1f}         of all children; the run took {:.1f} s\n",
                            "", all, report.seconds);
}

}  // namespace properties
