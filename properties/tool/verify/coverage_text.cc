// properties/tool/verify/coverage_text.cc -- the situations and verbs of a run, in lines and
// columns.

#include "properties/tool/verify/coverage_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "properties/report/layout.h"

namespace tool {

using properties::Grouped;
using properties::ReportCoverage;
using properties::ReportSituation;
using properties::ReportVerb;
using properties::Short;
using properties::Situation;
using properties::Situations;

ReportCoverage ReportOf(const properties::Coverage& coverage, bool required) {
  ReportCoverage report;
  for (std::size_t i = 0; i < Situations().size(); ++i) {
    const Situation& situation = Situations()[i];
    report.situations.push_back(
        {std::string(situation.name), std::string(situation.sentence), coverage.Of(i)});
  }
  for (const std::string_view word : properties::kWhenWords) report.phases.emplace_back(word);
  for (const reference::VerbEntry& entry : reference::kVerbs) {
    if (reference::IsExpectation(entry.verb)) continue;
    ReportVerb verb{.verb = std::string(entry.word), .counts = {}};
    for (std::size_t when = 0; when < properties::kWhenCount; ++when) {
      verb.counts.push_back(coverage.Of(entry.verb, static_cast<properties::When>(when)));
    }
    report.verbs.push_back(std::move(verb));
  }
  if (required) report.missed = coverage.Missed();
  return report;
}

std::string CoverageLine(const ReportCoverage& coverage, const properties::Style& style) {
  if (coverage.situations.empty()) return {};
  const auto met = std::ranges::count_if(coverage.situations,
                                         [](const ReportSituation& one) { return one.count > 0; });
  const auto rarest = std::ranges::min_element(coverage.situations, {}, &ReportSituation::count);
  return style.Bold("situations") +
         fmt::format("  {} of {} were met by directed random; the rarest, {}, {} times\n", met,
                     coverage.situations.size(), rarest->name, Grouped(rarest->count));
}

std::string CoverageText(const ReportCoverage& coverage, const properties::Style& style) {
  if (coverage.situations.empty()) return {};
  std::string text = style.Bold("situations that directed random met") + "\n";
  for (const ReportSituation& one : coverage.situations) {
    text += fmt::format("  {:>7}  {}\n", Short(one.count), one.sentence);
  }
  text += "\n" + style.Bold("verbs by phase") + fmt::format("{:6}", "");
  for (const std::string& phase : coverage.phases) text += fmt::format("{:>18}", phase);
  text += "\n";
  for (const ReportVerb& verb : coverage.verbs) {
    text += fmt::format("  {:<18}", verb.verb);
    for (const std::uint64_t count : verb.counts) text += fmt::format("{:>18}", Grouped(count));
    text += "\n";
  }
  return text;
}

}  // namespace tool
