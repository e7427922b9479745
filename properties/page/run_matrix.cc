// properties/page/run_matrix.cc -- one table for each discipline, one row for each fault.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/rules.h"
#include "properties/page/html.h"
#include "properties/page/run_parts.h"
#include "properties/report/layout.h"

namespace properties {
namespace {

// A fault that is caught by so many traces or more has the lightest cell.
constexpr double kSlowest = 1e6;
constexpr std::size_t kSlowestShown = 15;

std::string HeadOfMatrix() {
  return "<thead><tr><th scope=\"col\" rowspan=\"2\">rule, and how it is broken</th>"
         "<th scope=\"colgroup\" colspan=\"3\">small heaps: traces until caught by</th>"
         "<th scope=\"colgroup\" colspan=\"3\">directed random: traces until caught by</th>"
         "<th scope=\"colgroup\" colspan=\"2\">fuzzer: runs from</th>"
         "<th scope=\"col\" rowspan=\"2\">shortest trace</th>"
         "<th scope=\"col\" rowspan=\"2\">first checker</th>"
         "<th scope=\"col\" rowspan=\"2\">status</th>"
         "<th scope=\"col\" rowspan=\"2\">seconds</th></tr>\n"
         "<tr><th scope=\"col\">outcome</th><th scope=\"col\">invariant</th><th "
         "scope=\"col\">verifier</th><th scope=\"col\">outcome</th><th "
         "scope=\"col\">invariant</th><th scope=\"col\">verifier</th><th scope=\"col\">nothing</th>"
         "<th scope=\"col\">seeds</th></tr></thead>\n";
}

// Of a search that was not asked.
constexpr std::string_view kNotAsked = "<td class=\"never\" title=\"not asked\">.</td>";

// The sooner, the stronger the colour.
std::string Soon(const std::optional<std::uint64_t>& traces) {
  if (!traces) return "<td class=\"never\" title=\"not caught\">&ndash;</td>";
  const double logarithm = std::log10(static_cast<double>(std::max<std::uint64_t>(*traces, 1)));
  return HeatCell(*traces, 1 - logarithm / std::log10(kSlowest));
}

std::string ColumnCells(const ReportColumn& column) {
  std::string cells;
  for (const Checker checker : {Checker::kOutcome, Checker::kInvariant, Checker::kVerifier}) {
    const auto& until = column.traces_until[static_cast<std::size_t>(checker)];
    cells += column.traces == 0 ? std::string(kNotAsked) : Soon(until);
  }
  return cells;
}

std::string RowOfFault(const ReportRow& row) {
  const std::string variant = row.fault.substr(row.fault.find('/') + 1);
  return fmt::format(
      "<tr><th scope=\"row\" title=\"{}\">{}</th>{}{}{}{}<td class=\"count\">{}</td><td>{}</td>"
      "<td class=\"status {}\">{}</td><td class=\"count\">{:.1f}</td></tr>\n",
      EscapedHtml(row.sentence), EscapedHtml(variant), ColumnCells(row.small_heaps),
      ColumnCells(row.random), Soon(row.fuzzer.from_empty), Soon(row.fuzzer.from_seeds),
      row.operations == 0 ? "&ndash;" : std::to_string(row.operations), EscapedHtml(row.checker),
      row.status == "caught"      ? "agree"
      : row.status == "redundant" ? "inconclusive"
                                  : "disagree",
      EscapedHtml(row.status), row.seconds);
}

std::string RuleRow(const std::string& rule) {
  std::string sentence;
  for (const gc::RuleEntry& entry : gc::kRules) {
    if (entry.name == rule) sentence = std::string(entry.sentence) + ".";
  }
  return "<tr class=\"rule\"><th scope=\"rowgroup\" colspan=\"13\" title=\"" +
         EscapedHtml(sentence) + "\">" + EscapedHtml(rule) + "</th></tr>\n";
}

std::string Scale() {
  std::string scale = "<p class=\"scale\" aria-hidden=\"true\">caught after";
  for (int i = 6; i >= 1; --i) {
    const double upper = std::pow(kSlowest, (6 - i + 1) / 6.0);
    scale += fmt::format(" <span class=\"h{}\">{} {}</span>", i, i == 1 ? "more than" : "up to",
                         Short(static_cast<std::uint64_t>(
                             std::llround(i == 1 ? std::pow(kSlowest, 5 / 6.0) : upper))));
  }
  return scale + " traces; &ndash; not caught there; . not asked there</p>\n";
}

std::string MatrixOf(const Report& report, const std::string& locals) {
  std::string text = "<h3>Locals " + EscapedHtml(locals) + "</h3>\n" + Scale() +
                     "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"The rule "
                     "matrix, locals " +
                     EscapedHtml(locals) + "\"><table class=\"matrix\">\n" + HeadOfMatrix() +
                     "<tbody>\n";
  std::string rule;
  for (const ReportRow& row : report.rules) {
    if (row.locals != locals) continue;
    if (row.rule != rule) text += RuleRow(row.rule);
    rule = row.rule;
    text += RowOfFault(row);
  }
  return text + "</tbody></table></div>\n";
}

// What of a fault was the first to notice it, in whichever search.
struct FirstCatch {
  const ReportRow* row = nullptr;
  std::uint64_t traces = 0;
  std::string by;  // "directed random, verifier"
};

std::optional<FirstCatch> FirstCatchOf(const ReportRow& row) {
  std::optional<FirstCatch> first;
  const auto look = [&](const ReportColumn& column, std::string_view search) {
    for (std::size_t checker = 0; checker < kCheckerCount; ++checker) {
      const std::optional<std::uint64_t>& traces = column.traces_until[checker];
      if (!traces || (first && *traces >= first->traces)) continue;
      first = FirstCatch{&row, *traces, fmt::format("{}, {}", search, kCheckerWords[checker])};
    }
  };
  look(row.small_heaps, "small heaps");
  look(row.random, "directed random");
  return first;
}

}  // namespace

std::string CatchMarkup(const Report& report) {
  std::vector<FirstCatch> catches;
  for (const ReportRow& row : report.rules) {
    if (const auto first = FirstCatchOf(row)) catches.push_back(*first);
  }
  if (catches.empty()) return {};
  std::ranges::stable_sort(catches, std::ranges::greater(), &FirstCatch::traces);
  const double most = std::log10(static_cast<double>(catches.front().traces) + 1);
  std::string text = fmt::format(
      "<section id=\"catches\">\n<h2>Time to catch</h2>\n<p>{} faults were caught; half of them by "
      "{} traces or fewer. Those that took longest, in traces until the first checker of any "
      "search "
      "noticed:</p>\n<table><thead><tr><th scope=\"col\">fault</th><th "
      "scope=\"col\">locals</th><th "
      "scope=\"col\">traces</th><th scope=\"col\">by powers of ten</th><th scope=\"col\">first "
      "noticed by</th></tr></thead>\n<tbody>\n",
      catches.size(), Grouped(catches[catches.size() / 2].traces));
  for (std::size_t i = 0; i < std::min(catches.size(), kSlowestShown); ++i) {
    const FirstCatch& one = catches[i];
    text += fmt::format(
        "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"count\">{}</td><td class=\"barred\">"
        "<div style=\"width:{:.1f}%\"></div></td><td>{}</td></tr>\n",
        EscapedHtml(one.row->fault), EscapedHtml(one.row->locals), Grouped(one.traces),
        100 * std::log10(static_cast<double>(one.traces) + 1) / most, EscapedHtml(one.by));
  }
  return text + "</tbody></table>\n</section>\n";
}

std::string HeatCell(std::uint64_t count, double share) {
  const int heat = std::clamp(static_cast<int>(std::ceil(share * 6)), 1, 6);
  return fmt::format("<td class=\"count h{}\" title=\"{}\">{}</td>", heat, count, Short(count));
}

std::string MatrixMarkup(const Report& report) {
  std::vector<std::string> disciplines;
  for (const ReportRow& row : report.rules) {
    if (std::ranges::find(disciplines, row.locals) == disciplines.end()) {
      disciplines.push_back(row.locals);
    }
  }
  if (disciplines.empty()) return {};
  std::string text =
      "<section id=\"matrix\">\n<h2>The rule matrix: each rule is broken, and what notices "
      "it</h2>\n";
  for (const std::string& locals : disciplines) text += MatrixOf(report, locals);
  return text + "</section>\n";
}

}  // namespace properties
