#include "properties/report/suspects_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "properties/report/explanation_text.h"
#include "properties/report/report_text.h"

namespace properties {

namespace {

// A screen has room for so many of each.
constexpr std::size_t kChanges = 2;
constexpr std::size_t kLinesOfChange = 3;
constexpr std::size_t kSuspects = 3;
constexpr std::size_t kSites = 3;
constexpr std::size_t kOtherCauses = 4;

using Failures = std::vector<const ReportFailure*>;

// The failures of each cause, the most telling first; those without a number are each by itself.
std::vector<Failures> ByCause(const Report& report) {
  std::vector<Failures> causes;
  for (const ReportFailure& failure : report.failures) {
    const auto same = [&](const Failures& cause) {
      return failure.cause != 0 && cause.front()->cause == failure.cause;
    };
    const auto at = std::ranges::find_if(causes, same);
    if (at == causes.end()) {
      causes.push_back({&failure});
    } else {
      at->push_back(&failure);
    }
  }
  return causes;
}

// "9 more failures of this cause: 2.txt to 10.txt"; with names in between, all of them.
std::string Others(const Failures& cause, const Style& style) {
  if (cause.size() < 2) return {};
  std::string text = fmt::format("{} more failure{} of this cause", cause.size() - 1,
                                 cause.size() == 2 ? "" : "s");
  const char* joint = ": ";
  for (std::size_t i = 1; i < cause.size(); ++i) {
    if (cause[i]->text_file.empty()) continue;
    text += joint + std::filesystem::path(cause[i]->text_file).filename().string();
    joint = ", ";
  }
  return style.Wrapped(text, 2);
}

std::string Counted(std::size_t count, const char* what) {
  return fmt::format("  and {} more {}{}\n", count, what, count == 1 ? "" : "s");
}

std::string ChangeText(const ReportChange& change, const Style& style) {
  std::string text = style.Wrapped("changed: " + change.place + ", " + change.concern, 2);
  for (std::size_t i = 0; i < change.lines.size() && i < kLinesOfChange; ++i) {
    text += "      " + change.lines[i] + "\n";
  }
  if (change.lines.size() > kLinesOfChange) {
    text += fmt::format("      ... ({} lines)\n", change.lines.size());
  }
  return text;
}

std::string SuspectText(const ReportSuspect& suspect, std::size_t failures, const Style& style) {
  std::string text =
      fmt::format("{}: blamed by {} of {}", suspect.rule, suspect.failures, failures);
  if (suspect.saved > 0) text += fmt::format(", to make up for it saves {}", suspect.saved);
  const char* joint = "; upheld at ";
  for (std::size_t i = 0; i < suspect.sites.size() && i < kSites; ++i) {
    text += joint + suspect.sites[i];
    joint = ", ";
  }
  if (suspect.sites.size() > kSites) {
    text += fmt::format(" and {} more", suspect.sites.size() - kSites);
  }
  return style.Wrapped(text, 2);
}

}  // namespace

std::size_t CausesOf(const Report& report) {
  std::uint64_t most = 0;
  for (const ReportFailure& failure : report.failures) most = std::max(most, failure.cause);
  return most;
}

std::string FailuresText(const Report& report, bool all, const Style& style) {
  std::string text;
  if (all) {
    for (const ReportFailure& failure : report.failures) text += "\n" + FailureText(failure, style);
    return text;
  }
  const std::vector<Failures> causes = ByCause(report);
  for (const Failures& cause : causes) {
    const bool first = &cause == &causes.front();
    if (&cause == &causes.front() + kOtherCauses + 1) {
      return text + Counted(causes.size() - kOtherCauses - 1, "cause");
    }
    text += "\n" +
            (first ? FailureText(*cause.front(), style) : FailureLine(*cause.front(), style)) +
            Others(cause, style);
  }
  return text;
}

std::string SuspectsText(const Report& report, const Style& style) {
  std::string text;
  for (std::size_t i = 0; i < report.changes.size() && i < kChanges; ++i) {
    text += ChangeText(report.changes[i], style);
  }
  if (report.changes.size() > kChanges) text += Counted(report.changes.size() - kChanges, "change");
  for (std::size_t i = 0; i < report.suspects.size() && i < kSuspects; ++i) {
    text += SuspectText(report.suspects[i], report.failures.size(), style);
  }
  if (report.suspects.size() > kSuspects) {
    text += Counted(report.suspects.size() - kSuspects, "rule");
  }
  return text.empty() ? text : "\n" + style.Bold("where to look") + "\n" + text;
}

std::string EndText(const Report& report, const std::string& coverage, const std::string& page,
                    bool verbose, bool behind_sections, const Style& style) {
  const bool failed = !report.failures.empty();
  std::string text;
  if (!failed || verbose) {
    text = (coverage.empty() ? "" : "\n" + coverage) + "\n" + TimeText(report, style);
  }
  if (behind_sections || !text.empty()) text += "\n";
  if (!failed) text += RemarksText(report, style);
  text += VerdictText(report, style) + "  page: " + page + "\n";
  if (!failed) return text;
  return text + FailuresText(report, verbose, style) + SuspectsText(report, style) + "\n" +
         FoldedText(report, style) + RemarksText(report, style);
}

}  // namespace properties
