// properties/explain/explain.cc -- makes an explanation of a failing trace, stage by stage.

#include "properties/explain/explain.h"

#include <algorithm>
#include <optional>

#include "properties/explain/blame.h"
#include "properties/explain/sentences.h"
#include "properties/explain/step_rows.h"
#include "properties/explain/watch.h"
#include "properties/explain/wavefront.h"
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

void MarkRow(const Case& run, std::size_t step, StepRow& row) {
  for (const GuiltyStep& guilty : run.blame.steps) {
    if (guilty.step != step) continue;
    row.mark = Mark::kGuilty;
    const std::string guilt = GuiltText(run, guilty);
    const bool keep = row.lane == "collector" || run.blame.by == Blame::By::kStore;
    row.note = keep && !row.note.empty() ? row.note + " -- " + guilt : guilt;
    row.where = guilty.where;
    if (row.colours.empty() && !keep) row.colours = "-";
  }
  if (std::find(run.cuts.begin(), run.cuts.end(), step) != run.cuts.end()) {
    row.mark = Mark::kGuilty;
    row.note = "the last way of marking to " + reference::NameText(run.finding.object) + " is cut";
    if (row.colours.empty()) row.colours = "-";
  }
}

void MarkLoss(const Case& run, StepRow& row) {
  row.mark = Mark::kLoss;
  const std::string path =
      run.finding.property == Property::kSafety && run.finding.object != reference::kNull
          ? PathTo(run.watched.Before(run.finding.step).heap, run.finding.object)
          : std::string();
  if (!path.empty()) {
    row.note = "reachable: " + path;
  } else if (row.note.empty()) {
    row.note = run.finding.message;
  }
}

std::vector<StepRow> Rows(const Case& run) {
  std::vector<StepRow> rows;
  for (std::size_t i = 0; i < run.watched.steps.size(); ++i) {
    rows.push_back(
        RowOf(i, run.trace.operations[i], run.watched.Before(i).after, run.watched.steps[i]));
    MarkRow(run, i, rows.back());
    if (i == run.finding.step) MarkLoss(run, rows.back());
  }
  return rows;
}

std::vector<std::size_t> FindCuts(const reference::Trace& trace, const Watched& watched,
                                  const Finding& finding, const Blame& blame) {
  if (finding.property != Property::kSafety || finding.object == reference::kNull) return {};
  if (blame.steps.empty()) return {};
  return StepsThatCut(trace, watched, blame.steps.front().step, finding.step, finding.object);
}

std::string Heading(const Finding& finding) {
  return "DISAGREE " + std::string(WordOf(finding.property)) + ": " + finding.message;
}

void Tell(const reference::Trace& trace, reference::Subject& subject, const Watched& watched,
          const ExplainOptions& limits, const Finding& finding, Explanation& explanation) {
  const JudgeOptions& options = watched.options;
  const Blame blame = FindBlame(trace, subject, options, watched, finding, limits.max_runs);
  const Case run{trace, watched, finding, blame, FindCuts(trace, watched, finding, blame)};
  explanation.blame = BlameText(run);
  explanation.rows = Rows(run);
  explanation.why = WhySentences(run);
  explanation.saves = SavesSentences(run);
  const auto needless = NeedlessSteps(trace, subject, options, finding, limits.max_runs);
  if (needless) explanation.saves.push_back(NecessityText(run, *needless));
}

}  // namespace

Explanation Explain(const reference::Trace& trace, reference::Subject& subject,
                    const ExplainOptions& options) {
  Explanation explanation;
  const Watched run = TellingRun(trace, subject, options);
  const Verdict& verdict = run.verdict;
  explanation.outcome = verdict.outcome;
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
