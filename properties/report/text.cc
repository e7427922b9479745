// properties/report/text.cc -- sections, the table of rules and the verdict as plain text.

#include "properties/report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

namespace properties {
namespace {

std::string StatusText(const std::string& status, const Style& style) {
  const std::string padded = fmt::format("{:<12}", status);
  if (status == kAgree || status == "caught") return style.Good(padded);
  if (status == kDisagree || status == "missed" || status == "crash") return style.Bad(padded);
  return style.Odd(padded);
}

std::string Rate(std::uint64_t operations, double seconds) {
  if (operations == 0 || seconds < 0.01) return {};
  const double rate = static_cast<double>(operations) / seconds;
  return rate >= 1e6 ? fmt::format(", {:.1f} M/s", rate / 1e6)
                     : fmt::format(", {:.0f} k/s", rate / 1e3);
}

std::string Count(const std::optional<std::uint64_t>& count) {
  return count ? Grouped(*count) : "-";
}

std::string ColumnText(const ReportColumn& column) {
  return fmt::format("{:>9} {:>9} {:>9}", Count(column.traces_until[0]),
                     Count(column.traces_until[1]), Count(column.traces_until[2]));
}

std::string LastColumn(const ReportRow& row) {
  if (row.operations == 0) return row.status;
  const std::string length = fmt::format("{:>2} operations", row.operations);
  return row.status == "caught" ? length : fmt::format("{}, {}", length, row.status);
}

constexpr std::size_t kFaultWidth = 46;

}  // namespace

std::string Grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

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

std::string RulesHead(const std::string& locals, const Style& style) {
  std::string text = style.Bold("rules, each broken in turn") + " (locals " + locals +
                     "): traces until each eye caught it, and the shortest trace that does\n";
  text += style.Faint(
      fmt::format("  {:<{}} {:^29}   {:^29}\n", "", kFaultWidth, "small heaps", "directed random"));
  text += style.Faint(fmt::format("  {:<{}} {:>9} {:>9} {:>9}   {:>9} {:>9} {:>9}   {}\n",
                                  "rule/variant", kFaultWidth, "outcome", "invariant", "verifier",
                                  "outcome", "invariant", "verifier", "shortest"));
  return text;
}

std::string RuleText(const ReportRow& row, const Style& style) {
  const std::string line = fmt::format("  {:<{}} {}   {}   ", row.fault, kFaultWidth,
                                       ColumnText(row.small_heaps), ColumnText(row.random));
  const std::string last = LastColumn(row);
  if (row.status == "caught") return line + last + "\n";
  return line + (row.status == "redundant" ? style.Odd(last) : style.Bad(last)) + "\n";
}

std::string RulesFoot(const std::vector<ReportRow>& rows, const std::string& locals,
                      const Style& style) {
  std::map<std::string, std::size_t> counts;
  for (const ReportRow& row : rows) counts[row.status] += row.locals == locals ? 1 : 0;
  std::string text = "  ";
  for (const auto& [status, count] : counts) {
    if (count > 0) text += fmt::format("{}{} {}", text.size() > 2 ? ", " : "", count, status);
  }
  text += "\n";
  for (const ReportRow& row : rows) {
    if (row.locals != locals || row.argument.empty()) continue;
    text += style.Odd("  " + row.fault + ": " + row.status) + "\n" + Wrapped(row.argument, 4);
  }
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
