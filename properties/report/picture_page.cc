// properties/report/picture_page.cc -- objects as circles in a row, references as arcs above and
// below them.

#include "properties/report/picture_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>

namespace properties {
namespace {

using model::DrawnHeap;
using model::DrawnObject;
using model::DrawnRun;

// The drawing of a heap, in its own units.
constexpr int kBetween = 130;  // from one object to the next
constexpr int kMiddle = 110;   // the height of the row
constexpr int kRadius = 24;
constexpr int kHeight = 220;

constexpr std::string_view kStyle = R"(
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
       color: #1b1b1b; background: #fff; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.1rem; margin-top: 2.5rem; color: #a11; }
pre, code { font: 13px ui-monospace, monospace; }
ol { list-style: none; padding: 0; }
li { border: 1px solid #ccc; border-radius: 6px; margin: 1rem 0; padding: .6rem 1rem; }
.step { font-weight: 600; } .broken { color: #a11; font-weight: 600; }
svg { display: block; max-width: 100%; }
td, th { text-align: left; padding: .1rem 1rem .1rem 0; vertical-align: top; }
tr.changed { background: #fff3c4; }
circle { stroke: #222; stroke-width: 2; fill: #fff; }
.grey circle { fill: #aaa; } .black circle { fill: #222; } .black text { fill: #fff; }
.doomed circle { fill: #fdd; stroke: #a11; stroke-dasharray: 5 3; }
.permanent circle { fill: #dde8ff; stroke: #246; }
.free circle { stroke: #bbb; stroke-dasharray: 2 4; } .free text { fill: #999; }
path { fill: none; stroke: #555; stroke-width: 1.6; } text.field { font-size: 12px; fill: #555; }
text { font: 15px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
)";

std::string Escaped(std::string_view text) {
  static const std::map<char, std::string_view> names = {
      {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
  std::string escaped;
  for (const char c : text) {
    const auto name = names.find(c);
    escaped += name == names.end() ? std::string(1, c) : std::string(name->second);
  }
  return escaped;
}

int PlaceOf(std::size_t object) { return kBetween / 2 + static_cast<int>(object) * kBetween; }

// The objects that a field refers to: "a, b" has two.
std::vector<std::size_t> TargetsOf(const DrawnHeap& heap, const std::string& field) {
  std::vector<std::size_t> targets;
  for (std::size_t i = 0; i < heap.objects.size(); ++i) {
    if (field != "null" && field.find(heap.objects[i].name) != std::string::npos) {
      targets.push_back(i);
    }
  }
  return targets;
}

// An arc from one object to another, or a loop. References to the right run above the row, those
// to the left below it; the further a field is from the first, the higher its arc.
std::string Arc(std::size_t from, std::size_t to, std::size_t field) {
  const int above = to >= from ? -1 : 1;
  const int start = PlaceOf(from), end = PlaceOf(to);
  const int edge = kMiddle + above * kRadius;
  const int lift = 34 + static_cast<int>(field) * 16 +
                   12 * std::max(0, std::abs(static_cast<int>(to) - static_cast<int>(from)) - 1);
  const int top = edge + above * lift;
  const int spread = from == to ? 14 : 0;
  return fmt::format(
      "<path d=\"M{} {} C{} {} {} {} {} {}\" marker-end=\"url(#head)\"/>"
      "<text class=\"field\" x=\"{}\" y=\"{}\">.{}</text>\n",
      start - spread, edge, start - 2 * spread, top, end + 2 * spread, top, end + spread, edge,
      (start + end) / 2, edge + above * (lift * 3 / 4 + 8), field);
}

std::string ObjectDrawn(const DrawnObject& object, std::size_t place) {
  return fmt::format(
      "<g class=\"{}\"><circle cx=\"{}\" cy=\"{}\" r=\"{}\"/><text x=\"{}\" "
      "y=\"{}\">{}</text></g>\n",
      Escaped(object.colour), PlaceOf(place), kMiddle, kRadius, PlaceOf(place), kMiddle,
      Escaped(object.name));
}

std::string HeapDrawn(const DrawnHeap& heap) {
  const int width = kBetween * static_cast<int>(heap.objects.size());
  std::string drawing =
      fmt::format("<svg viewBox=\"0 0 {} {}\" width=\"{}\" role=\"img\" aria-label=\"the heap\">\n",
                  width, kHeight, width);
  for (std::size_t i = 0; i < heap.objects.size(); ++i) {
    const std::vector<std::string>& fields = heap.objects[i].fields;
    for (std::size_t field = 0; field < fields.size(); ++field) {
      for (const std::size_t to : TargetsOf(heap, fields[field])) drawing += Arc(i, to, field);
    }
  }
  for (std::size_t i = 0; i < heap.objects.size(); ++i) {
    drawing += ObjectDrawn(heap.objects[i], i);
  }
  return drawing + "</svg>\n";
}

std::string Row(const DrawnObject& object, bool changed) {
  std::string marks, fields;
  for (const std::string& mark : object.marks) marks += (marks.empty() ? "" : ", ") + mark;
  for (std::size_t i = 0; i < object.fields.size(); ++i) {
    fields += fmt::format("{}.{} {}", i == 0 ? "" : ", ", i, object.fields[i]);
  }
  return fmt::format("<tr{}><th>{}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                     changed ? " class=\"changed\"" : "", Escaped(object.name),
                     Escaped(object.colour), Escaped(fields), Escaped(marks));
}

std::string HeapPart(const DrawnHeap& heap, const DrawnHeap* before) {
  std::string text = "<p>" + Escaped(heap.phase) + "</p>\n" + HeapDrawn(heap) + "<table>\n";
  for (std::size_t i = 0; i < heap.objects.size(); ++i) {
    text += Row(heap.objects[i], before != nullptr && !(before->objects[i] == heap.objects[i]));
  }
  text += "</table>\n";
  for (const std::string& note : heap.notes) text += "<p>" + Escaped(note) + "</p>\n";
  return text;
}

std::string RunPart(const DrawnRun& run) {
  std::string text = "<h2>" + Escaped(run.title) + "</h2>\n<p>" +
                     (run.from_empty_heap ? "From the empty heap."
                                          : "From a heap that keeps the invariants, one step.") +
                     "</p>\n<ol>\n";
  for (std::size_t i = 0; i < run.heaps.size(); ++i) {
    text += "<li>";
    if (i > 0) text += fmt::format("<p class=\"step\">{}. {}</p>\n", i, Escaped(run.steps[i - 1]));
    text += HeapPart(run.heaps[i], i == 0 ? nullptr : &run.heaps[i - 1]);
    if (i + 1 == run.heaps.size()) {
      for (const std::string& broken : run.broken) {
        text += "<p class=\"broken\">broken: " + Escaped(broken) + "</p>\n";
      }
    }
    text += "</li>\n";
  }
  return text + "</ol>\n";
}

}  // namespace

std::string PicturePage(const std::vector<DrawnRun>& runs, const std::string& heading,
                        const std::string& replay) {
  std::string page =
      "<!doctype html>\n<html lang=\"en-GB\">\n<head><meta charset=\"utf-8\"/><title>" +
      Escaped(heading) + "</title>\n<style>" + std::string(kStyle) +
      "</style></head>\n<body>\n<h1>" + Escaped(heading) + "</h1>\n<p><code>" + Escaped(replay) +
      "</code></p>\n" +
      "<svg width=\"0\" height=\"0\"><defs><marker id=\"head\" viewBox=\"0 0 8 8\" "
      "refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
      "orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" "
      "style=\"fill:#555\"/></marker></defs></svg>\n";
  for (const DrawnRun& run : runs) page += RunPart(run);
  return page + "</body>\n</html>\n";
}

}  // namespace properties
