// properties/page/run_coverage.cc -- verbs by phases as a picture, situations as a list.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "properties/page/html.h"
#include "properties/page/run_parts.h"
#include "properties/report/layout.h"

namespace properties {
namespace {

std::uint64_t MostIn(const ReportCoverage& coverage) {
  std::uint64_t most = 1;
  for (const ReportVerb& verb : coverage.verbs) {
    for (const std::uint64_t count : verb.counts) most = std::max(most, count);
  }
  return most;
}

// The oftener, the stronger the colour, by powers of ten.
std::string Often(std::uint64_t count, std::uint64_t most) {
  if (count == 0) return "<td class=\"never\" title=\"never\">&ndash;</td>";
  const double share =
      std::log10(static_cast<double>(count) + 1) / std::log10(static_cast<double>(most) + 1);
  return HeatCell(count, share);
}

std::string Verbs(const ReportCoverage& coverage) {
  std::string text =
      "<div class=\"scroll\"><table class=\"heat\">\n<thead><tr><th scope=\"col\">verb</th>";
  for (const std::string& phase : coverage.phases) {
    text += "<th scope=\"col\">" + EscapedHtml(phase) + "</th>";
  }
  text += "</tr></thead>\n<tbody>\n";
  const std::uint64_t most = MostIn(coverage);
  for (const ReportVerb& verb : coverage.verbs) {
    text += "<tr><th scope=\"row\">" + EscapedHtml(verb.verb) + "</th>";
    for (const std::uint64_t count : verb.counts) text += Often(count, most);
    text += "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

std::string SituationList(const ReportCoverage& coverage) {
  if (coverage.situations.empty()) return {};
  std::string text =
      "<details><summary>Situations</summary>\n<table><thead><tr><th scope=\"col\">situation</th>"
      "<th scope=\"col\">what it is</th><th scope=\"col\">met</th></tr></thead>\n<tbody>\n";
  for (const ReportSituation& situation : coverage.situations) {
    text +=
        fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"count\">{}</td></tr>\n",
                    EscapedHtml(situation.name), EscapedHtml(situation.sentence),
                    situation.count == 0 ? "never" : Grouped(situation.count));
  }
  return text + "</tbody></table></details>\n";
}

}  // namespace

std::string CoverageMarkup(const Report& report) {
  const ReportCoverage& coverage = report.coverage;
  if (coverage.verbs.empty() && coverage.situations.empty()) return {};
  std::string text =
      "<section id=\"coverage\">\n<h2>What directed random did, by phase</h2>\n" + Verbs(coverage);
  for (const std::string& missed : coverage.missed) {
    text += "<p class=\"disagree\">Never met: " + EscapedHtml(missed) + "</p>\n";
  }
  return text + SituationList(coverage) + "</section>\n";
}

}  // namespace properties
