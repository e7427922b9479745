// properties/explain/blame.cc -- experiments: the same run, with one thing changed.

#include "properties/explain/blame.h"

#include <algorithm>
#include <array>

#include "properties/base/fault_names.h"
#include "properties/explain/likely_rule.h"
#include "properties/explain/seen/deeds.h"
#include "properties/explain/seen/losing_store.h"
#include "properties/explain/seen/seen_breaches.h"
#include "properties/explain/seen/unit_ticks.h"
#include "properties/explain/seen/wavefront.h"

namespace properties {

using gc::Rule;
using reference::EventKind;
using reference::Verb;

namespace {

std::vector<GuiltyStep> StepsThatBrokeARule(const Watched& watched) {
  std::vector<GuiltyStep> steps;
  for (std::size_t i = 0; i < watched.steps.size(); ++i) {
    for (const reference::Event& event : watched.steps[i].events) {
      if (event.kind != EventKind::kFaultCommitted) continue;
      if (!steps.empty() && steps.back().step == i) continue;
      std::optional<gc::Fault> fault;
      if (event.flag != reference::kOwnRule) fault = static_cast<gc::Fault>(event.flag);
      steps.push_back({i, fault, event.where != nullptr ? event.where : ""});
    }
  }
  return steps;
}

bool Agrees(const Verdict& verdict) { return verdict.outcome == Outcome::kAgree; }

// Keeps of the savers those of which a barrier alone would have saved the run. Obeying may help in
// another way too: the collector then does other work in each unit, and is elsewhere later.
void TryShading(const reference::Trace& trace, reference::Subject& subject, const Watched& watched,
                Blame& blame) {
  std::vector<std::size_t> shading;
  for (const GuiltyStep& guilty : blame.steps) {
    if (std::ranges::find(blame.savers, guilty.step) == blame.savers.end()) continue;
    if (!guilty.fault) continue;
    const gc::Rule rule = gc::EntryOf(*guilty.fault).rule;
    if (!IsMissedBarrier(rule, trace.operations[guilty.step])) continue;
    const Verdict verdict = JudgeShading(trace, subject, watched.options, guilty.step,
                                         ShadedBy(trace, watched, guilty.step));
    if (Agrees(verdict)) shading.push_back(guilty.step);
  }
  blame.shading_saves = !shading.empty();
  if (blame.shading_saves) blame.savers = std::move(shading);
}

// If obeying the rule during one step alone saves the run, keeps only such steps; else keeps all.
void TryEachStep(const reference::Trace& trace, reference::Subject& subject,
                 const JudgeOptions& options, const Watched& watched, std::size_t max_runs,
                 Blame& blame) {
  if (blame.steps.size() <= max_runs) {
    for (const GuiltyStep& guilty : blame.steps) {
      const auto only_here = [&](std::size_t step) { return step == guilty.step; };
      if (Agrees(JudgeObeying(trace, subject, options, only_here))) {
        blame.savers.push_back(guilty.step);
      }
    }
  }
  const auto at_all = [&](std::size_t step) { return blame.IsGuilty(step); };
  blame.all_save = Agrees(JudgeObeying(trace, subject, options, at_all));
  if (blame.savers.empty()) return;
  TryShading(trace, subject, watched, blame);
  std::erase_if(blame.steps, [&](const GuiltyStep& guilty) {
    return std::find(blame.savers.begin(), blame.savers.end(), guilty.step) == blame.savers.end();
  });
}

// What went wrong in a step of the collector is seen best by units.
Watched ByUnitsTo(const UnitTicks& units, reference::Subject& subject) {
  const JudgeOptions options{.invariant = true, .verifier = false, .stop_at_first = false};
  return Watch(units.trace, subject, options, units.trace.operations.size());
}

// What was grey and is white again was to be scanned and was dropped, whatever notices that later.
// True if so.
bool BlameByLostGrey(const UnitTicks& units, const Watched& watched, reference::Subject& subject,
                     const Finding& finding, Blame& blame) {
  const auto lost = FindLostGrey(watched);
  if (!lost || units.step_of[lost->step] > finding.step) return false;
  const JudgeOptions of_mutator{.invariant = false, .verifier = false};
  const bool saves =
      watched.verdict.Of(Checker::kOutcome) &&
      Agrees(JudgeShading(units.trace, subject, of_mutator, lost->step, {lost->object}));
  blame.rule = Rule::kGreyIsQueued;
  blame.suspects = {{*blame.rule, saves}};
  return true;
}

// If the unit after which the invariant fails dissolves a cluster, its members have wrong colours.
// All else is told better from the whole step: a scan that follows the wrong reference shows only
// at the end.
void BlameUnit(const UnitTicks& units, const Watched& watched, Blame& blame) {
  const std::optional<Finding>& broken = watched.verdict.Of(Checker::kInvariant);
  if (!broken || broken->step >= watched.steps.size()) return;
  if (units.step_of[broken->step] != blame.steps.front().step) return;
  const Sight& after = watched.steps[broken->step];
  if (!DissolvesACluster(watched.Before(broken->step), after)) return;
  blame.rule = after.after.phase == reference::Phase::kIdle ? Rule::kClusterDissolveIdle
                                                            : Rule::kClusterDissolveColour;
}

// What only units show, where nothing was seen that a step of the mutator did not shade; and what
// the verifier says of itself.
void BlameByUnits(const reference::Trace& trace, reference::Subject& subject,
                  const Finding& finding, Blame& blame) {
  if (subject.promises().colours && subject.promises().units) {
    const UnitTicks units = ByUnits(trace);
    const Watched watched = ByUnitsTo(units, subject);
    if (BlameByLostGrey(units, watched, subject, finding, blame)) return;
    if (blame.by == Blame::By::kInvariant) BlameUnit(units, watched, blame);
  }
  if (!finding.rule.empty()) blame.rule = RuleNamed(finding.rule);
}

void BlameByInvariant(const reference::Trace& trace, reference::Subject& subject,
                      const Watched& watched, const Finding& finding, Blame& blame) {
  if (!subject.promises().colours) return;
  const Verdict verdict =
      Judge(trace, subject, {.invariant = true, .verifier = false, .stop_at_first = false});
  const std::optional<Finding>& broken = verdict.Of(Checker::kInvariant);
  if (!broken || broken->step > finding.step || broken->step >= watched.steps.size()) return;
  blame.by = Blame::By::kInvariant;
  blame.steps.push_back({.step = broken->step});
  blame.invariant = broken->message;
  blame.rule = LikelyRule(trace.operations[broken->step], watched.Before(broken->step),
                          watched.steps[broken->step], broken->object);
}

// What an experiment with a store of this subject would be.
Blame::Again AgainOf(const reference::Promises& promises) {
  if (!promises.obeys) return Blame::Again::kNever;
  return promises.shapes ? Blame::Again::kByAnotherFunction : Blame::Again::kObeying;
}

// Blames the store by which the losing path was opened, and nothing else; leaves the blame as it is
// if there is no such store.
void BlameTheStore(const reference::Trace& trace, reference::Subject& subject,
                   const JudgeOptions& options, const Watched& watched, const Finding& finding,
                   std::size_t max_runs, Blame& blame) {
  const auto store = FindLosingStore(trace, subject, options, watched, finding, max_runs);
  if (!store) return;
  blame = {.by = Blame::By::kStore, .steps = {{.step = store->step}}};
  blame.function = watched.steps[store->step].how;
  blame.again = AgainOf(subject.promises());
  if (store->saves) blame.savers.push_back(store->step);
}

// Whether the finding is about something that this breach left white and that is still reachable:
// if nothing can be tried, that has to do.
bool LeadsTo(const SeenBreach& breach, const Watched& watched, const Finding& finding) {
  if (!breach.untried || finding.object == reference::kNull) return false;
  const auto way = PathFromRoots(watched.Before(finding.step).heap, finding.object);
  return std::ranges::find_first_of(breach.white, way) != breach.white.end();
}

// What a mutator's step visibly did not shade outweighs where the invariant fails: that may be far
// behind. Of such steps only those count that make the run agree if they are made up for; or the
// one at which the run ends, behind which nothing can be made up for.
void BlameBySight(const reference::Trace& trace, reference::Subject& subject,
                  const Watched& watched, const Finding& finding, std::size_t max_runs,
                  Blame& blame) {
  const std::vector<SeenBreach> breaches = SeenBreaches(trace, subject, watched, finding, max_runs);
  std::vector<GuiltyStep> steps;
  for (const SeenBreach& breach : breaches) {
    const bool at_once = breach.step == finding.step;
    if (!breach.saves && !at_once && !LeadsTo(breach, watched, finding)) continue;
    if (steps.empty()) blame.rule = breach.rule;
    if (breach.saves) blame.savers.push_back(breach.step);
    steps.push_back({.step = breach.step, .white = breach.white});
    const auto same = [&](const auto& suspect) { return suspect.first == breach.rule; };
    if (std::ranges::none_of(blame.suspects, same)) {
      blame.suspects.emplace_back(breach.rule, breach.saves || !breach.untried);
    }
  }
  if (steps.empty()) return;
  blame.by = Blame::By::kUnshaded;
  blame.shading_saves = !blame.savers.empty();
  blame.steps = std::move(steps);
}

// Whether a step of the mutator has visibly made a black object refer to a white one.
bool IsSeenBarrier(const reference::Trace& trace, const Blame& blame) {
  if (blame.by == Blame::By::kUnshaded) return IsBarrier(*blame.rule);
  if (blame.steps.empty()) return false;
  const reference::Operation& operation = trace.operations[blame.steps.front().step];
  return IsMissedBarrier(*blame.rule, operation) && blame.invariant.starts_with("black to white");
}

// The author of another collector has no such rule as is guessed from colours, and looks for it in
// vain. What holds for every collector with a barrier is that a step of the mutator leaves no black
// object with a reference to a white one. So that alone is kept; else the step is blamed by which
// the lost object's path was opened.
void BlameStranger(const reference::Trace& trace, reference::Subject& subject,
                   const JudgeOptions& options, const Watched& watched, const Finding& finding,
                   std::size_t max_runs, Blame& blame) {
  if (!blame.rule || subject.HasRule(gc::EntryOf(*blame.rule).name)) return;
  if (IsSeenBarrier(trace, blame)) return;
  blame.rule.reset();
  blame.suspects.clear();
  if (finding.property != reference::Property::kSafety) return;
  BlameTheStore(trace, subject, options, watched, finding, max_runs, blame);
}

}  // namespace

bool Blame::IsGuilty(std::size_t step) const {
  return std::any_of(steps.begin(), steps.end(),
                     [step](const GuiltyStep& guilty) { return guilty.step == step; });
}

Blame FindBlame(const reference::Trace& trace, reference::Subject& subject,
                const JudgeOptions& options, const Watched& watched, const Finding& finding,
                std::size_t max_runs) {
  Blame blame;
  blame.steps = StepsThatBrokeARule(watched);
  if (!blame.steps.empty()) {
    blame.by = Blame::By::kCommittedFault;
    TryEachStep(trace, subject, options, watched, max_runs, blame);
    if (const auto fault = blame.steps.front().fault) blame.rule = gc::EntryOf(*fault).rule;
    if (!blame.rule) {
      blame.own_rule = subject.OwnRuleBroken();
      return blame;
    }
    blame.suspects.emplace_back(*blame.rule, !blame.savers.empty() || blame.all_save);
    return blame;
  }
  BlameByInvariant(trace, subject, watched, finding, blame);
  BlameBySight(trace, subject, watched, finding, max_runs, blame);
  if (blame.by != Blame::By::kUnshaded) BlameByUnits(trace, subject, finding, blame);
  if (blame.steps.empty() && !subject.promises().colours) {
    BlameTheStore(trace, subject, options, watched, finding, max_runs, blame);
  }
  BlameStranger(trace, subject, options, watched, finding, max_runs, blame);
  if (blame.rule && blame.suspects.empty()) blame.suspects.emplace_back(*blame.rule, false);
  return blame;
}

std::vector<WithoutIt> WithoutEach(const reference::Trace& trace, reference::Subject& subject,
                                   const JudgeOptions& options, const Finding& finding,
                                   std::size_t max_runs) {
  if (finding.step >= max_runs) return {};
  using Then = WithoutIt::Then;
  std::vector<WithoutIt> without;
  for (std::size_t i = 0; i <= finding.step; ++i) {
    reference::Trace rest = trace;
    rest.operations.erase(rest.operations.begin() + static_cast<std::ptrdiff_t>(i));
    const Verdict verdict = Judge(rest, subject, options);
    const Finding* const found = verdict.First();
    const bool so = found != nullptr && found->property == finding.property;
    without.push_back({i, Agrees(verdict) ? Then::kAgrees
                          : so            ? Then::kFailsSo
                                          : Then::kFailsOtherwise});
  }
  return without;
}

bool IsBarrier(Rule rule) {
  constexpr std::array kBarriers = {Rule::kInsertionBarrier,  Rule::kMoveBarrier,
                                    Rule::kCopyBarrier,       Rule::kContainerBarrier,
                                    Rule::kRootBarrier,       Rule::kStrongBarrier,
                                    Rule::kReferencerBarrier, Rule::kWeakReadBarrier,
                                    Rule::kHandleBarrier,     Rule::kBarrierShadesGarbage};
  return std::ranges::find(kBarriers, rule) != kBarriers.end();
}

bool IsMissedBarrier(Rule rule, const reference::Operation& operation) {
  return IsBarrier(rule) && !reference::IsCollectorStep(operation.verb);
}

std::vector<reference::Name> ShadedBy(const reference::Trace& trace, const Watched& watched,
                                      std::size_t step) {
  return DeedOf(trace.operations[step], watched.Before(step), watched.steps[step]).targets;
}

}  // namespace properties
