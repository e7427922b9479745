// properties/explain/blame.cc -- experiments: the same run, with one thing changed.

#include "properties/explain/blame.h"

#include <algorithm>
#include <array>

#include "properties/base/fault_names.h"
#include "properties/explain/deeds.h"
#include "properties/explain/losing_store.h"
#include "properties/explain/seen_breaches.h"
#include "properties/explain/unit_ticks.h"
#include "properties/explain/wavefront.h"

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
      steps.push_back(
          {i, static_cast<gc::Fault>(event.flag), event.where != nullptr ? event.where : ""});
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

// Whether a cluster is none any more after the step, and an object of it is still there.
bool DissolvesACluster(const Sight& before, const Sight& after) {
  return std::ranges::any_of(before.heap.Present(), [&](reference::Name name) {
    return before.heap[name].cluster != reference::kNull && after.heap.Born(name) &&
           after.heap[name].cluster == reference::kNull;
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

void BlameByStore(const reference::Trace& trace, reference::Subject& subject,
                  const JudgeOptions& options, const Watched& watched, const Finding& finding,
                  std::size_t max_runs, Blame& blame) {
  if (subject.promises().colours) return;
  const auto store = FindLosingStore(trace, subject, options, watched, finding, max_runs);
  if (!store) return;
  blame.by = Blame::By::kStore;
  blame.steps.push_back({.step = store->step});
  blame.function = watched.steps[store->step].how;
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
    blame.rule = gc::EntryOf(*blame.steps.front().fault).rule;
    blame.suspects.emplace_back(*blame.rule, !blame.savers.empty() || blame.all_save);
    return blame;
  }
  BlameByInvariant(trace, subject, watched, finding, blame);
  BlameBySight(trace, subject, watched, finding, max_runs, blame);
  if (blame.by != Blame::By::kUnshaded) BlameByUnits(trace, subject, finding, blame);
  if (blame.steps.empty()) {
    BlameByStore(trace, subject, options, watched, finding, max_runs, blame);
  }
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

namespace {

// The rule that a verb breaks if its own work is wrong.
struct LikelyOfVerb {
  Verb verb;
  Rule rule;
};
constexpr auto kLikely = std::to_array<LikelyOfVerb>({
    {Verb::kMove, Rule::kMoveBarrier},
    {Verb::kSwap, Rule::kMoveBarrier},
    {Verb::kCopy, Rule::kCopyBarrier},
    {Verb::kTake, Rule::kContainerBarrier},
    {Verb::kRoot, Rule::kRootBarrier},
    {Verb::kKeep, Rule::kRootBarrier},
    {Verb::kStrongTake, Rule::kStrongBarrier},
    {Verb::kReferencerHold, Rule::kReferencerBarrier},
    {Verb::kWeakRead, Rule::kWeakReadBarrier},
    {Verb::kFind, Rule::kWeakReadBarrier},
    {Verb::kResolve, Rule::kHandleBarrier},
    {Verb::kPermanent, Rule::kMarkOnce},
    {Verb::kResurrect, Rule::kDestroyLeaksNothing},
    {Verb::kComplete, Rule::kConstructionIsKept},
    {Verb::kTryCollect, Rule::kLockExcludes},
});

Rule LikelyOfBirth(const Sight& after) {
  if (after.after.phase == reference::Phase::kMarking) return Rule::kBirthColourMarking;
  return after.after.phase == reference::Phase::kGathering ? Rule::kBirthColourGathering
                                                           : Rule::kBirthColourIdle;
}

Rule LikelyOfStart(const Sight& after, reference::Name object) {
  if (!after.heap.Born(object)) return Rule::kFlipPrecondition;
  if (after.heap[object].constructing) return Rule::kConstructionIsKept;
  if (after.heap[object].cluster != reference::kNull) return Rule::kClusterIsOne;
  if (after.heap[object].root) return Rule::kInitialReferencesAlways;
  return after.heap[object].kept ? Rule::kKeepFlagsAreRoots : Rule::kFlipPrecondition;
}

// Something keeps the object in the root set, and the units of this step did not take it for one.
std::optional<Rule> LikelyOfRoot(const Sight& before, const Sight& after, reference::Name object) {
  const bool asked = before.after.initial_references_taken ||
                     std::ranges::any_of(after.events, [](const reference::Event& event) {
                       return event.kind == EventKind::kInitialReferences;
                     });
  const reference::Heap::Object& root = before.heap[object];
  if (root.permanent) return Rule::kMarkOnce;
  if (root.constructing) return Rule::kEndNeedsEmpty;
  if (root.kept) return Rule::kKeepFlagsAreRoots;
  if (root.held) return Rule::kReferencerBarrier;  // the final pass asks for locals
  for (std::size_t i = 0; i < before.heap.ReferencerCount(); ++i) {
    const reference::Heap::Referencer& referencer = before.heap.ReferencerAt(i);
    if (referencer.target != object) continue;
    if (!asked) return Rule::kEndNeedsEmpty;
    return referencer.raw ? Rule::kReferencerBarrier : Rule::kInitialReferencesAlways;
  }
  return std::nullopt;
}

// The collector dooms what is reachable: the first object on the way to it that the collector has
// not blackened says which rule should have led on from the one before.
Rule LikelyOfLoss(const Sight& before, const Sight& after, reference::Name object) {
  const std::vector<reference::Name> path = PathFromRoots(before.heap, object);
  const auto missed = std::ranges::find_if(path, [&](reference::Name name) {
    return ColourIn(after.after, name) != reference::Colour::kBlack;
  });
  // By a cluster alone.
  if (path.empty()) return Rule::kClusterIsOne;
  if (missed == path.end()) return Rule::kGatherCoversRange;
  if (ColourIn(after.after, *missed) == reference::Colour::kGrey) return Rule::kEndNeedsEmpty;
  if (missed == path.begin()) {
    return LikelyOfRoot(before, after, *missed).value_or(Rule::kGatherCoversRange);
  }
  const reference::Heap::Object& holder = before.heap[*(missed - 1)];
  const reference::Heap::Object& target = before.heap[*missed];
  if (holder.permanent) return Rule::kDisregardedIsDeep;
  if (holder.cluster != reference::kNull) {
    return target.cluster == holder.cluster ? Rule::kClusterIsOne : Rule::kClusterOutward;
  }
  if (target.cluster != reference::kNull) return Rule::kClusterIsOne;
  if (target.garbage && holder.has_outer) return Rule::kImmutableIsFollowed;
  return holder.constructing ? Rule::kEndNeedsEmpty : Rule::kGreyIsQueued;
}

Rule LikelyOfUnits(const Sight& before, const Sight& after, reference::Name object) {
  const bool dooms = std::ranges::any_of(after.events, [](const reference::Event& event) {
    return event.kind == EventKind::kEndCheck && event.flag != 0;
  });
  const bool born = before.heap.Born(object);
  if (dooms && born && ColourIn(after.after, object) == reference::Colour::kBlack) {
    // The object is all right, and what it refers to is not.
    for (const reference::Name field : before.heap[object].fields) {
      const bool lost = field != reference::kNull && before.heap.Born(field) &&
                        ColourIn(after.after, field) != reference::Colour::kBlack;
      if (lost) return LikelyOfLoss(before, after, field);
    }
  }
  if (dooms && born && !before.heap.IsReachable(object)) return Rule::kGatherCoversRange;
  if (dooms && born) {
    // A grey object was left grey: a list was not looked at.
    const auto& colours = before.after.colours;
    const bool grey = std::ranges::find(colours, reference::Colour::kGrey) != colours.end();
    const bool on_way = !WayOfMarking(before, object).empty();
    const Rule rule = LikelyOfLoss(before, after, object);
    return rule == Rule::kGreyIsQueued && grey && on_way ? Rule::kEndNeedsEmpty : rule;
  }
  Rule rule = Rule::kScanIsAtomic;
  for (const reference::Event& event : after.events) {
    if (event.kind == EventKind::kInitialReferences) rule = Rule::kInitialReferencesAlways;
    if (event.kind == EventKind::kEndCheck && event.flag != 0) rule = Rule::kEndNeedsEmpty;
    if (event.kind == EventKind::kGather && event.flag != 0) rule = Rule::kGatherCoversRange;
  }
  return rule;
}

// The rule that a step broke although it shaded all that it should: what it shaded was not queued,
// or the objects of a cluster have the wrong colours now that it is none.
std::optional<Rule> LikelyBesidesShading(const reference::Operation& operation, const Sight& before,
                                         const Sight& after, reference::Name object) {
  if (reference::IsCollectorStep(operation.verb) || reference::IsBirth(operation.verb)) return {};
  for (const reference::Name name : DeedOf(operation, before, after).targets) {
    if (ColourIn(after.after, name) == reference::Colour::kWhite) return {};
  }
  if (DissolvesACluster(before, after)) {
    return after.after.phase == reference::Phase::kMarking ? Rule::kClusterDissolveColour
                                                           : Rule::kClusterDissolveIdle;
  }
  const bool blackened = ColourIn(before.after, object) == reference::Colour::kWhite &&
                         ColourIn(after.after, object) == reference::Colour::kBlack;
  return blackened ? std::optional(Rule::kGreyIsQueued) : std::nullopt;
}

}  // namespace

Rule LikelyRule(const reference::Operation& operation, const Sight& before, const Sight& after,
                reference::Name object) {
  const Verb verb = operation.verb;
  if (const auto rule = LikelyBesidesShading(operation, before, after, object)) return *rule;
  for (const LikelyOfVerb& likely : kLikely) {
    if (likely.verb == verb) return likely.rule;
  }
  if (reference::IsBirth(verb)) return LikelyOfBirth(after);
  if (verb == Verb::kStart) return LikelyOfStart(after, object);
  if (reference::IsCollectorStep(verb)) return LikelyOfUnits(before, after, object);
  const bool permanent = verb == Verb::kStore && after.heap[operation.object].permanent;
  return permanent ? Rule::kDisregardedIsDeep : Rule::kInsertionBarrier;
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
