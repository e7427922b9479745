// properties/page/film.cc -- films the run, marks its steps, and films what would have saved it.

#include "properties/page/film.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "properties/explain/seen/watch.h"
#include "properties/explain/step_rows.h"
#include "properties/page/film_places.h"
#include "properties/page/filming.h"
#include "reference/trace/trace_printer.h"

namespace properties {

using reference::Name;

namespace {

// What a run is made otherwise by.
struct MadeOtherwise {
  std::vector<std::size_t> obeying;  // steps in which every rule is obeyed
  std::vector<Name> shaded;          // and objects that are shaded right after the first of them
};

std::string StepNumbers(const std::vector<std::size_t>& steps) {
  std::vector<std::string> numbers;
  for (const std::size_t step : steps) numbers.push_back(std::to_string(step + 1));
  return Joined(numbers, " and ");
}

// The first thing that the explanation claims to save the object, if it claims any.
std::optional<MadeOtherwise> ClaimedToSave(const Explanation& explanation) {
  for (const Sentence& sentence : explanation.said) {
    for (const Claim& claim : sentence.claims) {
      const auto* const obeying = std::get_if<ObeyingAt>(&claim);
      if (obeying != nullptr && obeying->agrees) return MadeOtherwise{obeying->steps, {}};
    }
  }
  return std::nullopt;
}

// Where no rule is known to be broken, nothing can be obeyed: the object is shaded after the first
// guilty step.
std::optional<MadeOtherwise> ShadingIt(const Explanation& explanation, Name object) {
  if (object == reference::kNull) return std::nullopt;
  for (std::size_t i = 0; i < explanation.rows.size(); ++i) {
    if (explanation.rows[i].mark == Mark::kGuilty) return MadeOtherwise{{i}, {object}};
  }
  return std::nullopt;
}

std::string WhatOf(const MadeOtherwise& change, reference::Subject& subject) {
  const std::string steps = StepNumbers(change.obeying);
  if (!change.shaded.empty()) {
    return "the same operations, and " + reference::PrintName(change.shaded.front()) +
           " held by a strong pointer for a moment right after " + steps;
  }
  if (!subject.promises().colours)
    return "the same operations, and that of " + steps + " done again";
  return "the same operations, and every rule obeyed at " + steps;
}

Filming::Otherwise HooksOf(const MadeOtherwise& change, reference::Subject& subject) {
  const auto changed = [change](std::size_t step) {
    return std::ranges::find(change.obeying, step) != change.obeying.end();
  };
  if (change.shaded.empty()) {
    return {.before = [changed, &subject](std::size_t step) { subject.ObeyAll(changed(step)); }};
  }
  const auto shade = [change, changed](JudgeSession& session, std::size_t step) {
    if (!changed(step)) return false;
    for (const Name object : change.shaded) {
      if (!session.Step(reference::op::StrongTake(object))) break;
      if (!session.Step(reference::op::StrongDrop(object))) break;
    }
    return true;
  };
  return {.after = shade};
}

// The shortest way along fields from what holds objects to the lost one, by index; empty if there
// is none.
std::vector<int> PathIn(const std::vector<FilmedObject>& objects, int lost) {
  std::vector<int> queue;
  std::vector<int> from(objects.size(), FilmedObject::kNothing);
  const auto reach = [&](int object, int by) {
    if (object < 0 || from[static_cast<std::size_t>(object)] != FilmedObject::kNothing) return;
    from[static_cast<std::size_t>(object)] = by;
    queue.push_back(object);
  };
  const auto spread = [&](bool in_hand) {
    for (std::size_t i = 0; i < objects.size(); ++i) {
      const bool held =
          !objects[i].held_by.empty() && (objects[i].held_by.front() != kInHand || in_hand);
      if (held) reach(static_cast<int>(i), static_cast<int>(i));
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const int target : objects[static_cast<std::size_t>(queue[i])].fields) {
        reach(target, queue[i]);
      }
    }
  };
  spread(false);
  // What only the mutator has in its hands is not in the root set, but must not be lost either.
  spread(true);
  if (lost < 0 || from[static_cast<std::size_t>(lost)] == FilmedObject::kNothing) return {};
  std::vector<int> path = {lost};
  while (from[static_cast<std::size_t>(path.back())] != path.back()) {
    path.push_back(from[static_cast<std::size_t>(path.back())]);
  }
  std::ranges::reverse(path);
  return path;
}

// The rows of the explanation have marks and better notes.
void TakeRows(const std::vector<StepRow>& rows, FilmRun& run) {
  for (FilmStep& step : run.steps) {
    const std::size_t at = step.row.number - 1;
    if (at < rows.size() && rows[at].operation == step.row.operation) step.row = rows[at];
  }
}

std::string VerdictSentence(const Verdict& verdict) {
  if (const Finding* const finding = verdict.First()) {
    return "DISAGREE " + std::string(WordOf(finding->property)) + ": " + finding->message;
  }
  return verdict.outcome == Outcome::kAgree ? "AGREE"
                                            : "INCONCLUSIVE: " + verdict.inconclusive_because;
}

// Films the same trace with one thing changed; nothing comes of a change that saves nothing.
void FilmOtherwiseRun(Filming& filming, reference::Subject& subject, const Explanation& explanation,
                      Name lost, Film& film) {
  std::optional<MadeOtherwise> change = ClaimedToSave(explanation);
  if (!change) change = ShadingIt(explanation, lost);
  if (!change) return;
  FilmOtherwise other{.what = WhatOf(*change, subject), .steps = change->obeying};
  // It is judged to its end, and shown as far as the run beside it.
  const std::size_t last = film.run.first + film.run.steps.size() - 1;
  const Verdict verdict = filming.Run(film.run.first, last, HooksOf(*change, subject), other.run);
  subject.ObeyAll(false);
  if (verdict.outcome != Outcome::kAgree) return;
  other.verdict = VerdictSentence(verdict);
  film.otherwise = std::move(other);
}

}  // namespace

Film FilmOf(const reference::Trace& trace, reference::Subject& subject,
            const Explanation& explanation, const FilmLimits& limits) {
  Film film;
  film.colours = subject.promises().colours;
  const Verdict judged = Judge(trace, subject, explanation.judged);
  const Finding* const finding = judged.First();
  const std::size_t last = finding != nullptr ? finding->step : trace.operations.size() - 1;
  const std::size_t first = last + 1 > limits.steps ? last + 1 - limits.steps : 0;
  const Name lost = finding != nullptr ? finding->object : reference::kNull;
  Filming filming(trace, subject, explanation.judged, limits, film);
  if (lost != reference::kNull) film.lost = filming.IndexOf(lost);
  filming.Run(first, last, {}, film.run);
  TakeRows(explanation.rows, film.run);
  film.path = PathIn(filming.last(), film.lost);
  for (std::size_t i = last + 1; i < trace.operations.size(); ++i) {
    film.unreached.push_back(reference::PrintOperation(trace.operations[i]));
  }
  if (finding != nullptr) FilmOtherwiseRun(filming, subject, explanation, lost, film);
  film.room = film.objects.size() < limits.objects;
  PlaceObjects(film);
  return film;
}

Film FilmOf(const std::vector<StepRow>& rows) {
  Film film;
  for (const StepRow& row : rows) film.run.steps.push_back({.row = row, .seen = false});
  return film;
}

}  // namespace properties
