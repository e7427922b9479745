// properties/explain/explain.cc -- makes an explanation of a failing trace, stage by stage.

#include "properties/explain/explain.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "properties/explain/blame.h"
#include "properties/explain/history.h"
#include "properties/explain/seen/watch.h"
#include "properties/explain/seen/wavefront.h"
#include "properties/explain/sentences.h"
#include "properties/explain/step_rows.h"
#include "properties/judge/conforming.h"

namespace properties {
namespace {

using reference::Property;

// The run that is explained. A run that fails without the verifier is preferred, since what a
// mutator can notice is explained best. If no run fails, it is the last one that was tried.
Watched TellingRun(const reference::Trace& trace, reference::Subject& subject,
                   const ExplainOptions& limits) {
  const JudgeOptions checkers[] = {{.invariant = false, .verifier = false},
                                   {.invariant = true, .verifier = false},
                                   {.invariant = false, .verifier = true}};
  Watched run;
  for (const JudgeOptions& options : checkers) {
    run = Watch(trace, subject, options, limits.max_operations);
    const Finding* const finding = run.verdict.First();
    const bool last = &options == &checkers[2];
    if (finding != nullptr && (last || finding->property != Property::kSelfCheck)) return run;
  }
  if (!limits.conformance || run.verdict.outcome != Outcome::kAgree ||
      !CanBeCompared(trace, subject)) {
    return run;
  }
  Watched compared = Watch(trace, subject, {.conformance = true}, limits.max_operations);
  return compared.verdict.Of(Checker::kConformance) ? compared : run;
}

// Adds a sentence to what was said, and gives its text.
std::string Say(Sentence sentence, Explanation& explanation) {
  if (sentence.text.empty()) return {};
  explanation.said.push_back(std::move(sentence));
  return explanation.said.back().text;
}

void MarkRow(const Case& run, std::size_t step, StepRow& row, Explanation& explanation) {
  for (const GuiltyStep& guilty : run.blame.steps) {
    if (guilty.step != step) continue;
    row.mark = Mark::kGuilty;
    const std::string guilt = Say(GuiltText(run, guilty), explanation);
    const bool keep = row.lane == "collector" || run.blame.by == Blame::By::kStore;
    row.note = keep && !row.note.empty() ? row.note + " -- " + guilt : guilt;
    row.where = guilty.where;
    if (row.colours.empty() && !keep) row.colours = "-";
  }
  if (std::find(run.cuts.begin(), run.cuts.end(), step) != run.cuts.end()) {
    row.mark = Mark::kGuilty;
    const std::string object = reference::NameText(run.finding.object);
    const std::string text = "the last way of marking to " + object + " is cut";
    row.note = Say(CutText(run, step, text), explanation);
    if (row.colours.empty()) row.colours = "-";
  }
}

void MarkLoss(const Case& run, StepRow& row, Explanation& explanation) {
  row.mark = Mark::kLoss;
  const std::string loss = Say(LossText(run), explanation);
  if (!loss.empty()) {
    row.note = loss;
  } else if (row.note.empty()) {
    row.note = run.finding.message;
  }
}

void TellRows(const Case& run, Explanation& explanation) {
  for (std::size_t i = 0; i < run.watched.steps.size(); ++i) {
    StepRow row =
        RowOf(i, run.trace.operations[i], run.watched.Before(i).after, run.watched.steps[i]);
    MarkRow(run, i, row, explanation);
    if (i == run.finding.step) MarkLoss(run, row, explanation);
    explanation.rows.push_back(std::move(row));
  }
}

// Finds what became of marking's ways to the object. What the edges promise is tried: a collector
// that was broken before does not always keep it.
void FindWays(reference::Subject& subject, Case& run) {
  const Finding& finding = run.finding;
  if (finding.property != Property::kSafety || finding.object == reference::kNull) return;
  if (run.blame.steps.empty() || !subject.promises().units) return;
  const std::size_t guilty = run.blame.steps.front().step;
  const auto marked = [&](std::size_t step) {
    return WouldBeMarked(run.trace, subject, step, finding.object);
  };
  run.way = marked(guilty);
  for (const std::size_t step :
       StepsThatCut(run.trace, run.watched, guilty, finding.step, finding.object)) {
    if (marked(step) && !marked(step + 1)) run.cuts.push_back(step);
  }
}

std::string Heading(const Finding& finding) {
  return "DISAGREE " + std::string(WordOf(finding.property)) + ": " + finding.message;
}

void Tell(const reference::Trace& trace, reference::Subject& subject, const Watched& watched,
          const ExplainOptions& limits, const Finding& finding, Explanation& explanation) {
  const JudgeOptions& options = watched.options;
  const Blame blame = FindBlame(trace, subject, options, watched, finding, limits.max_runs);
  Case run{trace, watched, finding, blame, {}};
  FindWays(subject, run);
  explanation.blame = Say(BlameText(run), explanation);
  for (const auto& [rule, saves] : blame.suspects) {
    explanation.suspects.push_back({std::string(gc::EntryOf(rule).name), saves});
  }
  TellRows(run, explanation);
  for (Sentence& sentence : WhySentences(run)) {
    explanation.why.push_back(Say(std::move(sentence), explanation));
  }
  for (Sentence& sentence : SavesSentences(run)) {
    explanation.saves.push_back(Say(std::move(sentence), explanation));
  }
  const auto without = WithoutEach(trace, subject, options, finding, limits.max_runs);
  if (without.empty()) return;
  explanation.saves.push_back(Say(NecessityText(run, without), explanation));
}

}  // namespace

Explanation Explain(const reference::Trace& trace, reference::Subject& subject,
                    const ExplainOptions& options) {
  Explanation explanation;
  const Watched run = TellingRun(trace, subject, options);
  const Verdict& verdict = run.verdict;
  explanation.outcome = verdict.outcome;
  explanation.judged = run.options;
  if (verdict.First() == nullptr) {
    explanation.heading = verdict.outcome == Outcome::kInconclusive
                              ? "INCONCLUSIVE: " + verdict.inconclusive_because
                              : "AGREE: the subject does what the oracle says";
    return explanation;
  }
  const Finding finding = *verdict.First();
  explanation.heading = Heading(finding);
  explanation.unreached = trace.operations.size() - (finding.step + 1);
  if (finding.step >= options.max_operations) {
    explanation.why.push_back("The trace is too long to be explained: shrink it first.");
    return explanation;
  }
  Tell(trace, subject, run, options, finding, explanation);
  return explanation;
}

}  // namespace properties
