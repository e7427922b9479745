// properties/tool/pages/filmed_trace.cc -- the work of the child, and what is left if it dies.

#include "properties/tool/pages/filmed_trace.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "properties/page/film.h"
#include "properties/page/film_dot.h"
#include "properties/page/trace_page.h"
#include "properties/report/json.h"
#include "properties/tool/pages/source_excerpts.h"
#include "properties/tool/process/worker.h"
#include "reference/trace/trace_text.h"

namespace tool {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FilmedTrace, explanation, page, dot, first, last)

namespace {

using properties::Explanation;
using properties::Film;

// Rows of which there is no picture follow those that were seen.
void AddRows(const std::vector<properties::StepRow>& rows, Film& film) {
  const std::size_t seen = film.run.first + film.run.steps.size();
  for (const properties::StepRow& row : rows) {
    if (row.number > seen) film.run.steps.push_back({.row = row, .did = {}, .seen = false});
  }
}

// The explanation that the page shows; what it claims is that of the run that is filmed.
Explanation Shown(const FilmRequest& request, const Explanation& found) {
  if (!request.known) return found;
  Explanation shown = *request.known;
  shown.said = found.said;
  shown.judged = found.judged;
  return shown;
}

FilmedTrace Filmed(const FilmRequest& request, reference::Subject& subject) {
  const Explanation found =
      properties::Explain(request.trace, subject, {.conformance = request.conformance});
  properties::TracePageContent content{.explanation = Shown(request, found),
                                       .film = {},
                                       .subject = request.subject,
                                       .origin = request.origin,
                                       .replay = request.replay,
                                       .trace = reference::PrintTrace(request.trace),
                                       .sources = {}};
  content.film = FilmOf(request.trace, subject, content.explanation);
  content.sources = ExcerptsOf(PlacesIn(content.explanation));
  AddRows(content.explanation.rows, content.film);
  const Film& film = content.film;
  FilmedTrace filmed{.explanation = found,
                     .page = TracePage(content),
                     .dot = {},
                     .first = film.run.first + 1,
                     .last = film.run.first + film.run.steps.size()};
  const std::size_t number = request.dot_step.value_or(film.run.first + TellingStep(film) + 1);
  if (number >= filmed.first && number <= filmed.last) {
    filmed.dot = DotOf(film, number - filmed.first);
  }
  return filmed;
}

// A run that is known to end so is not made again: to see that it hangs takes long.
bool IsDeath(const Explanation& known) {
  return known.heading.starts_with("DISAGREE crash") || known.heading.starts_with("DISAGREE hang");
}

// Empty if the child did not come back.
std::optional<FilmedTrace> InChild(const FilmRequest& request) {
  const Task task{"film", [&](RunRecorder& recorder) {
                    const auto subject = recorder.Recorded(request.factory());
                    return properties::Packed(Filmed(request, *subject));
                  }};
  const TaskEnd end = RunTask(task);
  ThrowAgain(end);
  if (end.how != TaskEnd::How::kDone) return std::nullopt;
  return properties::Unpacked<FilmedTrace>(end.text);
}

}  // namespace

std::optional<FilmedTrace> FilmTrace(const FilmRequest& request) {
  const bool dies = request.known && IsDeath(*request.known);
  std::optional<FilmedTrace> filmed;
  if (!dies) filmed = InChild(request);
  if (filmed || !request.known) return filmed;
  // It died: the page ends with the steps before the fatal one.
  FilmRequest before = request;
  if (!before.trace.operations.empty()) before.trace.operations.pop_back();
  filmed = InChild(before);
  if (filmed) return filmed;
  return FilmedTrace{.explanation = *request.known,
                     .page = PageOfRows(*request.known, request.subject, request.origin,
                                        request.replay, reference::PrintTrace(request.trace))};
}

std::string PageOfRows(const Explanation& explanation, const std::string& subject,
                       const std::string& origin, const std::string& replay,
                       const std::string& trace) {
  return properties::TracePage({.explanation = explanation,
                                .film = properties::FilmOf(explanation.rows),
                                .subject = subject,
                                .origin = origin,
                                .replay = replay,
                                .trace = trace,
                                .sources = ExcerptsOf(PlacesIn(explanation))});
}

}  // namespace tool
