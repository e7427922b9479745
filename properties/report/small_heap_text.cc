// properties/report/small_heap_text.cc -- lays out the table and the pictures.

#include "properties/report/small_heap_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "properties/report/layout.h"

namespace properties {
namespace {

using model::DrawnHeap;
using model::DrawnObject;

std::string VerdictOf(const model::SmallHeapRow& row, const Style& style) {
  if (row.broken > 0) return style.Bad(fmt::format("{} BROKEN", row.broken));
  if (row.inconclusive > 0) return style.Odd(fmt::format("{} inconclusive", row.inconclusive));
  return style.Good("all hold");
}

std::string Listed(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string ObjectText(const DrawnObject& object, bool changed, const Style& style) {
  std::string fields;
  for (std::size_t i = 0; i < object.fields.size(); ++i) {
    fields += fmt::format("  .{} {:<4}", i, object.fields[i]);
  }
  const std::string line = fmt::format("    {} {}  {:<10}{}  {}", changed ? '*' : ' ', object.name,
                                       object.colour, fields, Listed(object.marks));
  return (changed ? style.Bold(line) : line) + "\n";
}

std::string HeapText(const DrawnHeap& heap, const DrawnHeap* before, const Style& style) {
  std::string text = "    " + heap.phase + "\n";
  for (std::size_t i = 0; i < heap.objects.size(); ++i) {
    const bool changed = before != nullptr && !(before->objects[i] == heap.objects[i]);
    if (heap.objects[i].colour == "free" && !changed) continue;
    text += ObjectText(heap.objects[i], changed, style);
  }
  for (const std::string& note : heap.notes) {
    const bool is_new = before != nullptr && std::find(before->notes.begin(), before->notes.end(),
                                                       note) == before->notes.end();
    text += fmt::format("    {} {}\n", is_new ? '*' : ' ', note);
  }
  return text;
}

}  // namespace

std::string SmallHeapHead(const Style& style) {
  return style.Bold(fmt::format("  {:<9} {:<9} {:>6} {:>11} {:>9}  {:<6}  {}\n", "size", "question",
                                "depth", "conditions", "seconds", "solver", "verdict"));
}

std::string SmallHeapLines(int objects, int fields, const std::string& solver,
                           const model::SmallHeap& heap, const Style& style) {
  std::string text;
  for (const model::SmallHeapRow& row : heap.rows) {
    const bool runs = row.question == "runs";
    text += fmt::format("  {:<9} {:<9} {:>6} {:>11} {:>9.1f}  {:<6}  {}\n",
                        fmt::format("{} x {}", objects, fields), row.question,
                        runs ? std::to_string(row.depth) : "-", Grouped(row.conditions),
                        row.seconds, solver, VerdictOf(row, style));
  }
  if (heap.impossible > 0) {
    text += fmt::format("            {} of {} actions need a larger heap\n", heap.impossible,
                        heap.actions);
  }
  return text;
}

std::string PictureText(const model::DrawnRun& run, const Style& style) {
  std::string text =
      style.Bad(run.title) + (run.from_empty_heap ? ", from the empty heap\n"
                                                  : ", from a heap that keeps the invariants\n");
  for (std::size_t i = 0; i < run.heaps.size(); ++i) {
    if (i > 0) text += fmt::format("{:>3} {}\n", i, style.Bold(run.steps[i - 1]));
    text += HeapText(run.heaps[i], i == 0 ? nullptr : &run.heaps[i - 1], style);
  }
  for (const std::string& broken : run.broken) text += style.Wrapped("broken: " + broken, 4);
  return text;
}

}  // namespace properties
