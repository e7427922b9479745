// properties/bench/show/table.cc -- lines of columns.

#include "properties/bench/show/table.h"

#include <fmt/format.h>

#include "properties/bench/run/statistics.h"

namespace bench {
namespace {

std::string Times(double ratio) { return ratio <= 0 ? "-" : Three(ratio) + " x"; }

std::string Line(const Section& section, const Row& row, const Shown& shown) {
  const Spread spread = SpreadOf(row.samples.at(shown.measure));
  return fmt::format("  {:<21}{:<26}{:>9}  {:<19}{:>10}{:>10}{:>10}{:>10}\n", shown.measure,
                     row.subject, Three(spread.median),
                     fmt::format("({} to {})", Three(spread.least), Three(spread.most)),
                     Times(RatioTo(Kind::kPeer, section, row, shown.measure)),
                     Times(RatioTo(Kind::kNaive, section, row, shown.measure)),
                     Times(RatioTo(Kind::kMarker, section, row, shown.measure)),
                     Times(RatioTo(Kind::kLimit, section, row, shown.measure)));
}

}  // namespace

std::string Three(double number) {
  if (number >= 99.95) return fmt::format("{:.0f}", number);
  if (number >= 9.995) return fmt::format("{:.1f}", number);
  return fmt::format("{:.2f}", number);
}

std::string SectionText(const Section& section) {
  std::string text = fmt::format("{}: {}\n  {} objects, {} references\n", section.workload->name,
                                 section.workload->sentence, section.objects, section.edges);
  text += fmt::format("  {:<21}{:<26}{:>9}  {:<19}{:>10}{:>10}{:>10}{:>10}\n", "", "", "median",
                      "least to most", "best peer", "naive", "marker", "limit");
  for (const Shown& shown : section.workload->shown) {
    bool first = true;
    for (const Row& row : section.rows) {
      if (!row.why_void.empty() || !row.samples.contains(shown.measure)) continue;
      if (first) text += fmt::format("  {} in {}\n", shown.measure, NameOf(shown.unit));
      first = false;
      text += Line(section, row, shown);
    }
  }
  for (const Row& row : section.rows) {
    if (row.why_void.empty()) continue;
    text += fmt::format("  VOID  {}: {}\n", row.subject, row.why_void);
  }
  return text;
}

std::string GrowthText(const std::vector<Growth>& growth) {
  if (growth.empty() || growth.front().sizes.empty()) return "";
  std::string text = fmt::format("Growth: time as a power of n, from {:.0f} to {:.0f} objects\n",
                                 growth.front().sizes.front(), growth.front().sizes.back());
  for (const Growth& one : growth) {
    if (one.sizes.empty()) continue;
    text += fmt::format("  {:<14}n^{:<6.2f}{:>10} ms at most  {}\n", one.what, one.exponent,
                        Three(one.milliseconds.back()), one.sentence);
    if (!one.too_fast) continue;
    text += fmt::format("  FINDING  {} grows as n^{:.2f}, and its work as n^{:.2f}\n", one.what,
                        one.exponent, one.allowed);
  }
  return text;
}

std::string AbsentText(const Results& results) {
  std::string text;
  for (const std::string& one : results.absent) text += "  not run: " + one + "\n";
  return text;
}

std::string BusyText(const Results& results) {
  if (results.load < 0.5 * results.processors) return "";
  return fmt::format(
      "The machine was busy before the run: load {:.1f}, and {} processors. These times are worth "
      "little, and their ratios not much more.\n",
      results.load, results.processors);
}

}  // namespace bench
