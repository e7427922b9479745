// properties/report/explanation_text.cc -- lays out explanations and tables of steps as plain text.

#include "properties/report/explanation_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <tuple>

#include "properties/report/layout.h"

namespace properties {
namespace {

struct Widths {
  std::size_t number = 3;
  std::size_t lane = 9;
  std::size_t operation = 14;
  std::size_t colours = 13;
  std::size_t note = 4;
};

// The widest column of notes: a longer note does not push the place in the source off the screen.
constexpr std::size_t kWidestNote = 60;

Widths WidthsOf(const std::vector<StepRow>& rows) {
  Widths widths;
  for (const StepRow& row : rows) {
    widths.number = std::max(widths.number, std::to_string(row.number).size());
    widths.lane = std::max(widths.lane, row.lane.size());
    widths.operation = std::max(widths.operation, row.operation.size());
    widths.colours = std::max(widths.colours, row.colours.size());
    widths.note = std::max(widths.note, std::min(row.note.size(), kWidestNote));
  }
  // A run of a scheduler has no colours.
  if (std::ranges::all_of(rows, &std::string::empty, &StepRow::colours)) widths.colours = 0;
  return widths;
}

std::string WithoutTrailingBlanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string Line(const StepRow& row, const Widths& widths, const Style& style) {
  const char mark = row.mark == Mark::kGuilty ? '>' : row.mark == Mark::kLoss ? '!' : ' ';
  const std::string line = WithoutTrailingBlanks(
      fmt::format("{}{:>{}}  {:<{}}  {:<{}}  {:<{}}  {:<{}}  {}", mark, row.number, widths.number,
                  row.lane, widths.lane, row.operation, widths.operation, row.colours,
                  widths.colours, row.note, widths.note, row.where));
  if (row.mark == Mark::kLoss) return style.Bad(line) + "\n";
  return (row.mark == Mark::kGuilty ? style.Odd(line) : line) + "\n";
}

std::string Head(const Widths& widths, const Style& style) {
  return style.Faint(fmt::format(" {:>{}}  {:<{}}  {:<{}}  {:<{}}  note", "#", widths.number,
                                 "lane", widths.lane, "operation", widths.operation,
                                 widths.colours == 0 ? "" : "colours after", widths.colours)) +
         "\n";
}

// Widths for rows that are not known yet: enough for most.
constexpr Widths kStreamed = {.number = 5, .lane = 11, .operation = 24, .colours = 26, .note = 4};
// The same without colours, and with settings among the operations.
constexpr Widths kStreamedSchedule = {
    .number = 5, .lane = 11, .operation = 36, .colours = 0, .note = 4};

std::string Joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

}  // namespace

std::string StepsText(const std::vector<StepRow>& rows, const Style& style) {
  const Widths widths = WidthsOf(rows);
  std::string text = Head(widths, style);
  for (const StepRow& row : rows) text += Line(row, widths, style);
  return text;
}

std::string StepsHead(const Style& style) { return Head(kStreamed, style); }

std::string StepText(const StepRow& row, const Style& style) { return Line(row, kStreamed, style); }

std::string ScheduleHead(const Style& style) { return Head(kStreamedSchedule, style); }

std::string ScheduleText(const StepRow& row, const Style& style) {
  return Line(row, kStreamedSchedule, style);
}

std::string ExplanationText(const Explanation& explanation, const std::string& origin,
                            const std::string& replay, const Style& style) {
  std::string text = style.Bad(explanation.heading);
  if (!explanation.blame.empty()) text += "    " + style.Bold(explanation.blame);
  text += "\n";
  if (!origin.empty()) text += "  " + origin + "\n";
  if (!explanation.rows.empty()) text += StepsText(explanation.rows, style);
  if (explanation.unreached > 0) {
    text += fmt::format("  ({} more operation{} not reached)\n", explanation.unreached,
                        explanation.unreached == 1 ? " is" : "s are");
  }
  text += style.Wrapped(Joined(explanation.why), 2);
  text += style.Wrapped(Joined(explanation.saves), 2);
  if (!replay.empty()) text += "  replay: " + replay + "\n";
  return text;
}

std::string FailureText(const ReportFailure& failure, const Style& style) {
  const std::string text =
      ExplanationText(failure.explanation, failure.origin, failure.replay, style);
  return failure.page_file.empty() ? text : text + "  page: " + failure.page_file + "\n";
}

std::string FailureLine(const ReportFailure& failure, const Style& style) {
  std::string text = style.Bad(failure.explanation.heading);
  if (!failure.explanation.blame.empty()) text += "    " + style.Bold(failure.explanation.blame);
  text += fmt::format("\n  {} operation{}", failure.operations, failure.operations == 1 ? "" : "s");
  if (!failure.text_file.empty()) text += ", in " + failure.text_file;
  if (!failure.page_file.empty()) text += " and " + failure.page_file;
  return text + "\n";
}

bool TellsMore(const ReportFailure& one, const ReportFailure& other) {
  // What a mutator has lost is told best, then colours; of a death nothing is known but where it
  // came.
  const auto rank = [](const ReportFailure& failure) {
    if (failure.explanation.rows.empty()) return 4;  // it could not be explained
    if (failure.property == "safety") return 0;
    if (failure.property == "tri-colour") return 1;
    return failure.property == "crash" || failure.property == "hang" ? 3 : 2;
  };
  // A report that names a rule says where to look; a count that is wrong does not.
  const auto order = [&](const ReportFailure& failure) {
    return std::tuple(rank(failure), failure.explanation.blame.empty(), failure.operations);
  };
  return order(one) < order(other);
}

}  // namespace properties
