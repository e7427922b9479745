// properties/tool/verify/verdict.cc -- makes a verdict of counts.

#include "properties/tool/verify/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "properties/report/layout.h"
#include "properties/report/suspects_text.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/rules/rule_tasks.h"

namespace tool {

using properties::Grouped;
using properties::Report;
using properties::ReportRow;
using properties::ReportSection;

namespace {

void Set(Report& report, const char* verdict, ExitCode code, std::string sentence) {
  report.verdict = verdict;
  report.exit_code = code;
  report.sentence = std::move(sentence);
}

std::string Tried(const Report& report) {
  std::uint64_t traces = 0;
  std::uint64_t operations = 0;
  for (const ReportSection& section : report.sections) {
    traces += section.traces;
    operations += section.operations;
  }
  return fmt::format("{} traces, {} operations", Grouped(traces), Grouped(operations));
}

std::size_t CountRows(const Report& report, const std::string& status) {
  return static_cast<std::size_t>(
      std::count_if(report.rules.begin(), report.rules.end(),
                    [&](const ReportRow& row) { return row.status == status; }));
}

std::string Rules(const Report& report) {
  if (report.rules.empty()) return {};
  const auto proved = std::ranges::count_if(
      report.rules, [](const ReportRow& row) { return !row.proof.verdict.empty(); });
  const auto witnesses = std::ranges::count_if(
      report.rules, [](const ReportRow& row) { return row.proof.Necessary(); });
  std::string text = fmt::format("; of {} faults {} caught, {} redundant", report.rules.size(),
                                 CountRows(report, "caught"), CountRows(report, "redundant"));
  if (proved == 0) return text + " as argued";
  text += fmt::format(" as proved, {} with a witness of the model that core bears out", witnesses);
  if (report.threads.empty()) return text;
  return text + fmt::format("; {} faults of the threads shown", report.threads.size());
}

// How many of the failures are known bugs, in words.
std::string Known(const Report& report) {
  const auto known = std::ranges::count_if(report.failures, &properties::ReportFailure::known);
  if (known == 0) return {};
  if (static_cast<std::size_t>(known) == report.failures.size()) return ", all of them known";
  return fmt::format(", {} of them known", known);
}

// Of how many causes the failures are, if of fewer than there are failures.
std::string Causes(const Report& report) {
  const std::size_t causes = properties::CausesOf(report);
  if (causes == 0 || causes == report.failures.size()) return {};
  return causes == 1 ? ", of one cause" : fmt::format(", of {} causes", causes);
}

std::string Joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

// Sections that disagree without a trace that shows it.
std::vector<std::string> Disagreeing(const Report& report) {
  std::vector<std::string> names;
  for (const ReportSection& section : report.sections) {
    if (section.status == properties::kDisagree) names.push_back(section.name);
  }
  return names;
}

// What was not tried, or not to its end.
std::vector<std::string> Untried(const Report& report) {
  const auto untried = [](const std::string& status) {
    return status == properties::kNotTried || status == properties::kCutShort ||
           status == properties::kInconclusive;
  };
  std::vector<std::string> names;
  for (const ReportSection& section : report.sections) {
    if (untried(section.status)) names.push_back(section.id + " (" + section.status + ")");
  }
  std::size_t rules = 0;
  for (const ReportRow& row : report.rules) rules += untried(row.status) ? 1 : 0;
  if (rules > 0) names.push_back(fmt::format("{} faults of the rule matrix", rules));
  for (const std::string& missed : report.coverage.missed) names.push_back("\"" + missed + "\"");
  return names;
}

// Why the verdict is inconclusive.
std::string Because(const Report& report) {
  if (Interrupted()) return "interrupted before everything was tried";
  const auto ended = [](const std::string& status) {
    return status != properties::kNotTried && status != properties::kCutShort;
  };
  if (!report.coverage.missed.empty()) return "the traces did not meet all that they have to meet";
  return std::ranges::all_of(report.sections, ended, &ReportSection::status) &&
                 std::ranges::all_of(report.rules, ended, &ReportRow::status)
             ? "everything was tried, but not all of it came to a verdict"
             : "time was up before everything was tried";
}

// What shows that the judge may be blind.
std::vector<std::string> BrokenBaseline(const Report& report) {
  std::vector<std::string> names;
  for (const ReportSection& section : report.sections) {
    if (section.status == properties::kBaseline) names.push_back(section.id);
  }
  for (const ReportRow& row : report.rules) {
    if (!IsWhole(row)) names.push_back(row.fault + " (" + row.status + ", " + row.locals + ")");
  }
  for (const properties::ThreadRow& row : report.threads) {
    if (row.status != "shown") names.push_back(row.fault + " (" + row.status + ", threads)");
  }
  return names;
}

}  // namespace

Report EmptyReport(const VerifyOptions& options) {
  Report report;
  report.version = TRICOLOUR_VERSION;
  report.command = CommandOf(options);
  report.subject = options.choices.subject;
  report.judged_library = LibraryOf(report.subject);
  report.seed = options.seed;
  for (const reference::Locals locals : options.choices.Disciplines()) {
    report.locals.emplace_back(WordOf(locals));
  }
  return report;
}

bool FailsItself(const Report& report) {
  return std::ranges::any_of(report.sections, [](const ReportSection& section) {
    return section.group != "corpus" && section.status == properties::kDisagree;
  });
}

void LeaveOut(bool has_rules, bool has_brief, Report& report) {
  if (has_rules && FailsItself(report)) {
    report.rules.clear();
    report.threads.clear();
    report.remarks.emplace_back(
        "the rules were not broken in turn, as the collector fails with all of them obeyed");
  }
  const bool disagrees = std::ranges::find(report.sections, properties::kDisagree,
                                           &ReportSection::status) != report.sections.end();
  if (!has_brief || !disagrees) return;
  report.remarks.emplace_back("once something disagreed, the rest was tried as far as by --quick");
}

void GiveVerdict(const VerifyOptions& options, Report& report) {
  const std::vector<std::string> untried = Untried(report);
  const std::vector<std::string> broken = BrokenBaseline(report);
  if (!untried.empty()) report.remarks.push_back("Without a verdict: " + Joined(untried) + ".");
  if (!broken.empty()) report.remarks.push_back("Broken baseline: " + Joined(broken) + ".");
  const std::string& subject = options.choices.subject;
  if (!report.failures.empty()) {
    Set(report, properties::kDisagree, kExitDisagree,
        fmt::format("{} does not do what the oracle says, in {} way{}{}{} ({})", subject,
                    report.failures.size(), report.failures.size() == 1 ? "" : "s", Causes(report),
                    Known(report), Tried(report)));
  } else if (const auto disagreeing = Disagreeing(report); !disagreeing.empty()) {
    Set(report, properties::kDisagree, kExitDisagree,
        fmt::format("{} does what the oracle says ({}), but not its {}", subject, Tried(report),
                    Joined(disagreeing)));
  } else if (!broken.empty()) {
    Set(report, properties::kBaseline, kExitBaseline,
        "what was to be caught was not, so agreement would mean nothing (" + Tried(report) + ")");
  } else if (!untried.empty()) {
    Set(report, properties::kInconclusive, kExitInconclusive,
        Because(report) + " (" + Tried(report) + ")");
  } else {
    Set(report, properties::kAgree, kExitAgree,
        subject + " does what the oracle says (" + Tried(report) + ")" + Rules(report));
  }
}

void GiveCounterexampleVerdict(const VerifyOptions& options, Report& report) {
  const std::size_t caught = CountRows(report, "caught");
  const std::size_t redundant = CountRows(report, "redundant");
  const std::size_t crashed = CountRows(report, "crash") + CountRows(report, "hang");
  const std::size_t all = report.rules.size();
  const std::string& rule = options.choices.without;
  if (const auto untried = Untried(report); !untried.empty()) {
    Set(report, properties::kInconclusive, kExitInconclusive, "not everything was tried");
  } else if (caught + crashed + redundant < all) {
    std::vector<std::string> missed;
    for (const ReportRow& row : report.rules) {
      if (!IsWhole(row)) missed.push_back(row.fault + " (" + row.status + ")");
    }
    Set(report, properties::kBaseline, kExitBaseline,
        "a broken rule got past every search: " + Joined(missed));
  } else if (caught + crashed > 0) {
    Set(report, properties::kDisagree, kExitDisagree,
        all == 1 ? "without " + rule + " the collector is caught"
                 : fmt::format("without {} the collector is caught: {} of {} variants{}", rule,
                               caught + crashed, all,
                               redundant > 0 ? ", the rest argued to be redundant" : ""));
  } else {
    Set(report, properties::kAgree, kExitAgree,
        rule + " is redundant in this discipline, as argued above");
  }
}

}  // namespace tool
