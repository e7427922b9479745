// properties/report/formats/markdown.cc -- a heading, tables, and blocks that can be unfolded.

#include "properties/report/formats/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "properties/report/explanation_text.h"
#include "properties/report/formats/formats.h"
#include "properties/report/layout.h"
#include "properties/report/report_text.h"

namespace properties {
namespace {

// Room for the sentence that says what was left out.
constexpr std::size_t kForLeftOut = 200;

// Text among Markdown, in which nothing has a meaning of its own.
std::string Plain(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (c == '<') {
      plain += "&lt;";
    } else if (c == '&') {
      plain += "&amp;";
    } else if (c == '\n') {
      plain += ' ';
    } else {
      if (std::string_view("\\`*_[]|#~").find(c) != std::string_view::npos) plain += '\\';
      plain += c;
    }
  }
  return plain;
}

// Text as it is, between fences that are longer than any row of backquotes in it.
std::string Fenced(const std::string& text) {
  std::size_t longest = 2, row = 0;
  for (const char c : text) {
    row = c == '`' ? row + 1 : 0;
    longest = std::max(longest, row);
  }
  const std::string fence(longest + 1, '`');
  return fence + "\n" + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n";
}

struct GroupLine {
  std::string group;
  std::size_t agree = 0, disagree = 0, other = 0;
  std::uint64_t traces = 0, operations = 0;
  double seconds = 0;
};

std::vector<GroupLine> GroupsOf(const Report& report) {
  std::vector<GroupLine> groups;
  for (const ReportSection& section : report.sections) {
    auto at = std::ranges::find(groups, section.group, &GroupLine::group);
    if (at == groups.end()) at = groups.insert(groups.end(), {.group = section.group});
    at->agree += section.status == kAgree ? 1 : 0;
    at->disagree += section.status == kDisagree ? 1 : 0;
    at->other += section.status != kAgree && section.status != kDisagree ? 1 : 0;
    at->traces += section.traces;
    at->operations += section.operations;
    at->seconds += section.seconds;
  }
  return groups;
}

std::string SectionTable(const Report& report) {
  if (report.sections.empty()) return {};
  std::string text =
      "\n| what was tried | agree | disagree | without a verdict | traces | operations | seconds "
      "|\n"
      "|---|--:|--:|--:|--:|--:|--:|\n";
  for (const GroupLine& line : GroupsOf(report)) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {:.1f} |\n", Plain(line.group), line.agree,
                        line.disagree, line.other, Grouped(line.traces), Grouped(line.operations),
                        line.seconds);
  }
  return text;
}

std::string RuleTable(const Report& report) {
  if (report.rules.empty()) return {};
  std::map<std::string, std::size_t> counts;
  for (const ReportRow& row : report.rules) ++counts[row.status];
  std::string text = "\nFaults that were tried on purpose:";
  const char* joint = " ";
  for (const auto& [status, count] : counts) {
    text += fmt::format("{}{} {}", joint, count, Plain(status));
    joint = ", ";
  }
  return text + ".\n";
}

// A link to the page of a failure, which lies in the folder of the report.
std::string PageLink(const ReportFailure& failure) {
  if (failure.page_file.empty()) return {};
  const std::string name = std::filesystem::path(failure.page_file).filename();
  return fmt::format("\n[The run as a page]({}), step by step\n", name);
}

std::string FailureBlock(const ReportFailure& failure) {
  const Place place = PlaceOf(failure);
  std::string head = Plain(failure.explanation.heading);
  if (!place.file.empty()) {
    head += fmt::format(" (<code>{}:{}</code>)", place.file, place.line);
  }
  std::string text =
      "\n<details><summary>" + head + "</summary>\n\n" + Fenced(FailureText(failure, Style()));
  if (!failure.trace.empty()) text += "\nThe trace:\n\n" + Fenced(failure.trace);
  return text + PageLink(failure) + "\n</details>\n";
}

std::string Capital(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

}  // namespace

std::string MarkdownText(const Report& report, std::size_t most_bytes) {
  std::string text = fmt::format("## {}: {}\n\n{}.\n", Capital(report.verdict),
                                 Plain(JudgedText(report)), Plain(report.sentence));
  text += SectionTable(report) + RuleTable(report);
  std::string foot;
  for (const std::string& remark : report.remarks) foot += "\n" + Plain(remark) + "\n";
  foot += "\nAgain:\n\n" + Fenced(report.command);
  const std::size_t room = most_bytes - std::min(most_bytes, kForLeftOut);
  if (text.size() + foot.size() > room) foot = "\nAgain:\n\n" + Fenced(report.command);
  std::size_t left_out = 0;
  std::set<std::uint64_t> causes;
  for (const ReportFailure& failure : report.failures) {
    // Of failures with one cause, the first tells most.
    if (failure.cause != 0 && !causes.insert(failure.cause).second) continue;
    const std::string block = FailureBlock(failure);
    if (text.size() + block.size() + foot.size() > room) {
      ++left_out;
      continue;
    }
    text += block;
  }
  if (left_out > 0) {
    text += fmt::format("\n{} more kind{} of failure did not fit; `report.txt` has all.\n",
                        left_out, left_out == 1 ? "" : "s");
  }
  return text + foot;
}

}  // namespace properties
