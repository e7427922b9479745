// properties/bench/show/page.cc -- headings, bars, lines.

#include "properties/bench/show/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "properties/bench/run/statistics.h"
#include "properties/bench/show/chart.h"
#include "properties/bench/show/table.h"

namespace bench {
namespace {

constexpr std::string_view kStyle = R"(
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
       color: #1b1b1b; background: #fff; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; } h3 { font-size: 1rem; }
svg { display: block; max-width: 100%; height: auto; } text { font-size: 12px; fill: #333; }
.grid { stroke: #e3e3e3; } .spread { stroke: #222; stroke-width: 1.5; } .finding { color: #a11; }
polyline { fill: none; stroke-width: 1.8; }
.line0 { stroke: #1f5fbf; } .line1 { stroke: #c2410c; } .line2 { stroke: #15803d; }
.line3 { stroke: #7e22ce; } .line4 { stroke: #a16207; } .line5 { stroke: #555; }
.dot0 { fill: #1f5fbf; } .dot1 { fill: #c2410c; } .dot2 { fill: #15803d; }
.dot3 { fill: #7e22ce; } .dot4 { fill: #a16207; } .dot5 { fill: #555; }
.bar0 { fill: #1f5fbf; } .bar1 { fill: #d97706; }
.bar2 { fill: #f0c27b; } .bar3 { fill: #9ca3af; } .bar4 { fill: #34a37a; }
.bar5 { fill: #b7a; } .bar6 { fill: #555; }
)";

std::string Heading(int level, const std::string& text) {
  return fmt::format("<h{}>{}</h{}>\n", level, Escaped(text), level);
}
std::string Paragraph(const std::string& text) { return "<p>" + Escaped(text) + "</p>\n"; }

std::string MeasureDrawn(const Section& section, const Shown& shown) {
  std::vector<Bar> bars;
  for (const Row& row : section.rows) {
    const auto samples = row.samples.find(shown.measure);
    if (!row.why_void.empty() || samples == row.samples.end()) continue;
    const Spread spread = SpreadOf(samples->second);
    bars.push_back({.name = row.subject,
                    .median = spread.median,
                    .least = spread.least,
                    .most = spread.most,
                    .colour = static_cast<int>(row.kind)});
  }
  if (bars.empty()) return "";
  return Heading(3, shown.measure) + BarsDrawn(NameOf(shown.unit), bars);
}

std::string FramesDrawn(const Section& section) {
  std::vector<Series> series;
  for (const Row& row : section.rows) {
    const auto frames = row.courses.find("frame");
    if (!row.why_void.empty() || frames == row.courses.end()) continue;
    Series one{.name = row.subject, .ys = frames->second};
    for (std::size_t i = 0; i < one.ys.size(); ++i) one.xs.push_back(static_cast<double>(i));
    series.push_back(one);
  }
  if (series.empty()) return "";
  return Heading(3, "frame by frame: what each frame took") +
         LinesDrawn({.x = "frame", .y = "ms"}, series);
}

std::string SectionDrawn(const Section& section) {
  std::string text =
      Heading(2, fmt::format("{}, {} objects", section.workload->name, section.objects)) +
      Paragraph(fmt::format("{}; {} references.", section.workload->sentence, section.edges));
  for (const Shown& shown : section.workload->shown) text += MeasureDrawn(section, shown);
  text += FramesDrawn(section);
  for (const Row& row : section.rows) {
    if (!row.why_void.empty()) text += Paragraph("void: " + row.subject + ": " + row.why_void);
  }
  return text;
}

// Of the rows that are not void: `x` of section and row against the median of the first measure
// that whole collections have.
template <class NameOfRow, class X>
std::vector<Series> Traces(const Results& results, const NameOfRow& name, const X& x) {
  std::map<std::string, Series> by_name;
  for (const Section& section : results.sections) {
    for (const Row& row : section.rows) {
      const auto samples = row.samples.find("whole");
      if (!row.why_void.empty() || samples == row.samples.end()) continue;
      const std::string called = name(section, row);
      if (called.empty()) continue;
      Series& one = by_name[called];
      one.name = called;
      one.xs.push_back(x(section, row));
      one.ys.push_back(SpreadOf(samples->second).median);
    }
  }
  std::vector<Series> series;
  for (auto& [called, one] : by_name) {
    if (one.xs.size() > 1) series.push_back(std::move(one));
  }
  return series;
}

std::string SizesDrawn(const Results& results) {
  const std::vector<Series> series = Traces(
      results,
      [](const Section& section, const Row& row) {
        return section.workload->name == std::string_view("W1") ? row.subject : "";
      },
      [](const Section& section, const Row&) { return static_cast<double>(section.objects); });
  if (series.empty()) return "";
  return Heading(2, "W1: a whole trace by the size of the heap") +
         LinesDrawn({.x = "objects", .y = "ns/object", .logarithmic = true}, series);
}

std::string ThreadsDrawn(const Results& results) {
  const std::vector<Series> series = Traces(
      results,
      [](const Section& section, const Row& row) {
        const std::string collector = row.subject.substr(0, row.subject.rfind(' '));
        const bool counts = row.kind == Kind::kOurs || row.kind == Kind::kPeer;
        return counts ? fmt::format("{} {} {}k", collector, section.workload->name,
                                    section.objects / 1000)
                      : "";
      },
      [](const Section&, const Row& row) { return static_cast<double>(row.threads); });
  if (series.empty()) return "";
  return Heading(2, "A whole trace by the number of threads") +
         LinesDrawn({.x = "threads", .y = "ns/object"}, series);
}

std::string GrowthDrawn(const Results& results) {
  std::vector<Series> series;
  std::string findings;
  for (const Growth& growth : results.growth) {
    series.push_back({growth.what, growth.sizes, growth.milliseconds});
    if (!growth.too_fast) continue;
    findings += fmt::format("<p class=\"finding\">{}</p>\n",
                            Escaped(fmt::format("{} grows as n^{:.2f}, and its work as n^{:.2f}.",
                                                growth.what, growth.exponent, growth.allowed)));
  }
  const std::string lines = LinesDrawn({.x = "objects", .y = "ms", .logarithmic = true}, series);
  if (lines.empty()) return "";
  return Heading(2, "Each part of the collector by the size of the heap") + lines + findings;
}

}  // namespace

std::string PageText(const Results& results, const std::string& command) {
  std::string page =
      "<!doctype html>\n<html lang=\"en-GB\">\n<head><meta charset=\"utf-8\"/>"
      "<title>Tricolour: how fast</title>\n<style>" +
      std::string(kStyle) + "</style></head>\n<body>\n<h1>How fast the collector is</h1>\n" +
      Paragraph(fmt::format("{} processors, {} rounds, {:.0f} s. Only ratios within this page are "
                            "worth anything: bars are medians, lines across them the spread.",
                            results.processors, results.rounds, results.seconds)) +
      "<p><code>" + Escaped(command) + "</code></p>\n";
  if (const std::string busy = BusyText(results); !busy.empty()) page += Paragraph(busy);
  for (const Section& section : results.sections) page += SectionDrawn(section);
  page += SizesDrawn(results) + ThreadsDrawn(results) + GrowthDrawn(results);
  for (const std::string& one : results.absent) page += Paragraph("not run: " + one);
  return page + "</body>\n</html>\n";
}

}  // namespace bench
