// properties/explain/sentences.cc -- turns findings, guilty steps and cuts into sentences.

#include "properties/explain/sentences.h"

#include <algorithm>
#include <optional>

#include "properties/explain/clusters.h"
#include "properties/explain/history.h"
#include "properties/explain/seen/deeds.h"
#include "properties/explain/seen/wavefront.h"
#include "properties/explain/step_rows.h"
#include "properties/explain/store_sentences.h"
#include "properties/explain/white_sentences.h"
#include "reference/trace/trace_printer.h"

namespace properties {

using reference::Colour;
using reference::EventKind;
using reference::kNull;
using reference::Name;
using reference::NameText;
using reference::Operation;
using reference::Phase;
using reference::Property;
using reference::Verb;

namespace {

std::string Number(std::size_t step) { return std::to_string(step + 1); }

std::string Numbers(const std::vector<std::size_t>& steps, std::string_view last_joint) {
  std::vector<std::string> numbers;
  for (const std::size_t step : steps) numbers.push_back(Number(step));
  return Joined(numbers, last_joint);
}

std::string RuleText(const Blame& blame) {
  return blame.rule ? std::string(gc::EntryOf(*blame.rule).name) : blame.own_rule;
}

std::string FaultText(gc::Fault fault) {
  const gc::FaultEntry& entry = gc::EntryOf(fault);
  return std::string(gc::EntryOf(entry.rule).name) + "/" + std::string(entry.variant);
}

std::optional<std::size_t> LastStepWith(const Watched& watched, std::size_t before,
                                        EventKind kind) {
  for (std::size_t i = before; i-- > 0;) {
    for (const reference::Event& event : watched.steps[i].events) {
      if (event.kind == kind) return i;
    }
  }
  return std::nullopt;
}

// The step of this cycle since which the object has the colour that it has before `step`. What was
// black before the flip, and was so at once after it, is black since the flip.
std::optional<std::size_t> ColouredSinceStep(const Watched& watched, std::size_t step,
                                             Name object) {
  const Colour colour = ColourIn(watched.Before(step).after, object);
  const std::size_t flip = LastStepWith(watched, step, EventKind::kFlip).value_or(0);
  for (std::size_t i = step; i-- > flip;) {
    if (i == flip || ColourIn(watched.Before(i).after, object) != colour) return i;
  }
  return std::nullopt;
}

// Why marking misses the object unless this step shades it: the place where it is now was scanned
// before.
Sentence AlreadyLookedAt(const Case& run, std::size_t step, std::optional<Edge> edge) {
  if (edge) {
    const auto since = ColouredSinceStep(run.watched, step, edge->holder);
    if (ColourIn(run.watched.Before(step).after, edge->holder) != Colour::kBlack || !since) {
      return {};
    }
    return {NameText(edge->holder) + " is black after " + Number(*since) +
                ", so its fields are not looked at again in this cycle.",
            {ColouredSince{edge->holder, Colour::kBlack, *since, step},
             NotScannedAgain{edge->holder, *since + 1}}};
  }
  const Verb verb = run.trace.operations[step].verb;
  const bool by_flip = verb == Verb::kRoot || verb == Verb::kKeep || verb == Verb::kStrongTake;
  const bool by_referencers = verb == Verb::kReferencerHold || verb == Verb::kHold;
  if (!by_flip && !by_referencers) return {};
  const EventKind kind = by_flip ? EventKind::kFlip : EventKind::kInitialReferences;
  const auto taken = LastStepWith(run.watched, step, kind);
  if (!taken) return {};
  return {(kind == EventKind::kFlip ? "The roots were taken by the flip at "
                                    : "The referencers were asked at ") +
              Number(*taken) + ", and what comes later is seen only if it is shaded.",
          {LastEventAt{kind, *taken, step}}};
}

// Whether the step leaves something white that it should have shaded.
bool LeavesWhite(const Case& run, std::size_t step, const Deed& deed) {
  return std::ranges::any_of(deed.targets, [&](Name name) {
    return ColourIn(run.watched.steps[step].after, name) == Colour::kWhite;
  });
}

bool IsMissedBarrier(const Case& run, std::size_t step) {
  return run.blame.rule && properties::IsMissedBarrier(*run.blame.rule, run.trace.operations[step]);
}

Sentence WhatItDid(const Case& run, const GuiltyStep& guilty) {
  if (run.blame.by == Blame::By::kStore) return StoreText(run.blame, run.finding);
  const Operation& operation = run.trace.operations[guilty.step];
  if (run.blame.by == Blame::By::kUnshaded) {
    const Sight& after = run.watched.steps[guilty.step];
    return WhiteText(guilty, operation, DeedOf(operation, run.watched.Before(guilty.step), after));
  }
  const Deed deed =
      DeedOf(operation, run.watched.Before(guilty.step), run.watched.steps[guilty.step]);
  if (IsMissedBarrier(run, guilty.step) && LeavesWhite(run, guilty.step, deed)) {
    return {Number(guilty.step) + " " + deed.text + " without shading it" +
                (operation.verb == Verb::kSwap ? "s targets." : "."),
            {UnshadedAt{deed.targets, guilty.step}}};
  }
  if (!run.blame.own_rule.empty()) {
    return {Number(guilty.step) + " breaks " + run.blame.own_rule + ".", {OwnRuleAt{guilty.step}}};
  }
  if (!guilty.fault) {
    return {"After " + Number(guilty.step) + ", " + run.blame.invariant + ".",
            {InvariantBreaksAt{run.blame.invariant, guilty.step}}};
  }
  return {Number(guilty.step) + " breaks " + RuleText(run.blame) + ": " +
              std::string(gc::EntryOf(*guilty.fault).sentence) + ".",
          {FaultAt{*guilty.fault, guilty.step}}};
}

Sentence WhatCameOfIt(const Case& run) {
  const Finding& finding = run.finding;
  const std::string step = Number(finding.step);
  const Claim found = FoundAt{finding.message, finding.step};
  const Sentence plain = {"At " + step + ": " + finding.message + ".", {found}};
  if (finding.property != Property::kSafety || finding.object == kNull) {
    return finding.message.empty() ? Sentence() : plain;
  }
  const std::string object = NameText(finding.object);
  const std::string path = PathTo(run.watched.Before(finding.step).heap, finding.object);
  if (path.empty()) return plain;
  const std::string gone = step + ", while it is reachable: " + path + ".";
  const std::vector<Claim> claims = {found, GoneAt{finding.object, finding.step},
                                     PathBefore{path, finding.step}};
  if (run.cuts.empty()) return {object + " is gone at " + gone, claims};
  return Sentence{"Nothing that is still to be scanned leads to " + object +
                      " now, so it is gone at " + gone,
                  {MarkedFrom{finding.object, false, run.cuts.back() + 1}}} +
         Sentence{"", claims};
}

Sentence CheckerText(const Case& run) {
  const std::vector<Claim> unnoticed = {NoMutatorNotices{},
                                        FoundAt{run.finding.message, run.finding.step}};
  if (run.finding.checker == Checker::kInvariant) {
    return {"No mutator notices anything within this trace; what is broken is an invariant.",
            unnoticed};
  }
  if (run.finding.checker == Checker::kConformance) {
    return {
        "Nothing is lost within this trace; but this is not what the proof is about, so "
        "nothing is proved of this collector.",
        unnoticed};
  }
  if (run.finding.property == Property::kVerifier) {
    return {"No mutator notices anything within this trace; the collector's own verifier does.",
            unnoticed};
  }
  if (run.finding.property == Property::kSelfCheck) {
    return {"A check of the collector's own failed, and it stopped itself.", {StopsItself{}}};
  }
  return {};
}

void Add(std::vector<Sentence>& sentences, Sentence sentence) {
  if (!sentence.text.empty()) sentences.push_back(std::move(sentence));
}

// That the guilty steps break the rule, or what else says so.
std::vector<Claim> GuiltClaims(const Case& run, const GuiltyStep& guilty) {
  if (guilty.fault) return {FaultAt{*guilty.fault, guilty.step}};
  if (!guilty.white.empty()) return {UnshadedAt{guilty.white, guilty.step}};
  if (!run.blame.own_rule.empty()) return {OwnRuleAt{guilty.step}};
  return {InvariantBreaksAt{run.blame.invariant, guilty.step}};
}

}  // namespace

Sentence BlameText(const Case& run) {
  if (run.blame.by == Blame::By::kStore) return StoreBlameText(run.blame);
  if (!run.blame.own_rule.empty()) {
    return {"BROKEN RULE (" + run.blame.own_rule + ")", GuiltClaims(run, run.blame.steps.front())};
  }
  if (!run.blame.rule) return {};
  const bool shades =
      run.blame.by == Blame::By::kUnshaded && *run.blame.rule != gc::Rule::kBirthColourMarking;
  const bool barrier =
      shades || (!run.blame.steps.empty() && IsMissedBarrier(run, run.blame.steps.front().step));
  if (run.blame.by == Blame::By::kCommittedFault) {
    return {barrier ? "MISSED BARRIER (" + RuleText(run.blame) + ")"
                    : "BROKEN RULE (" + FaultText(*run.blame.steps.front().fault) + ")",
            GuiltClaims(run, run.blame.steps.front())};
  }
  const std::string likely =
      (barrier ? "MISSED BARRIER (likely " : "BROKEN RULE (likely ") + RuleText(run.blame) + ")";
  if (run.blame.steps.empty()) return {likely, {FoundAt{run.finding.message, run.finding.step}}};
  return {likely, GuiltClaims(run, run.blame.steps.front())};
}

Sentence GuiltText(const Case& run, const GuiltyStep& guilty) {
  if (run.blame.by == Blame::By::kStore) return StoreGuiltText(run.blame, run.finding);
  const Sight& before = run.watched.Before(guilty.step);
  const Sight& after = run.watched.steps[guilty.step];
  const Operation& operation = run.trace.operations[guilty.step];
  const Deed deed = DeedOf(operation, before, after);
  const bool unshaded = run.blame.by == Blame::By::kUnshaded ||
                        (IsMissedBarrier(run, guilty.step) && LeavesWhite(run, guilty.step, deed));
  if (unshaded) {
    if (const std::optional<Edge> edge = NewBadEdge(before, after)) {
      return {"black to white, " + NameText(edge->target) + " not shaded",
              {BlackToWhiteAt{edge->holder, edge->target, guilty.step},
               UnshadedAt{{edge->target}, guilty.step}}};
    }
    if (guilty.white.empty()) {
      return {NameText(deed.targets.front()) + " not shaded",
              {UnshadedAt{deed.targets, guilty.step}}};
    }
    return {NameText(guilty.white.front()) + " not shaded",
            {UnshadedAt{guilty.white, guilty.step}}};
  }
  if (!run.blame.own_rule.empty())
    return {"breaks " + run.blame.own_rule, GuiltClaims(run, guilty)};
  return {guilty.fault ? std::string(gc::EntryOf(*guilty.fault).sentence) : run.blame.invariant,
          GuiltClaims(run, guilty)};
}

Sentence LossText(const Case& run) {
  const Finding& finding = run.finding;
  if (finding.property != Property::kSafety || finding.object == kNull) return {};
  const std::string path = PathTo(run.watched.Before(finding.step).heap, finding.object);
  if (path.empty()) return {};
  return {"reachable: " + path, {PathBefore{path, finding.step}}};
}

std::vector<Sentence> WhySentences(const Case& run) {
  std::vector<Sentence> why;
  Add(why, CheckerText(run));
  for (const GuiltyStep& guilty : run.blame.steps) {
    const Sight& before = run.watched.Before(guilty.step);
    const bool lost = run.finding.property == Property::kSafety;
    const bool first = &guilty == &run.blame.steps.front();
    if (before.after.phase == Phase::kMarking && first &&
        (lost || run.finding.property == Property::kTricolour)) {
      const auto edge = NewBadEdge(before, run.watched.steps[guilty.step]);
      Add(why, AlreadyLookedAt(run, guilty.step, edge));
      if (lost) Add(why, WayTo(run, guilty.step));
    }
    Add(why, WhatItDid(run, guilty));
    Add(why, ClusterOfGuilt(run, guilty));
  }
  Add(why, WhatWasCut(run));
  const bool told = run.finding.property == Property::kSafety && !run.cuts.empty();
  if (run.finding.object != kNull && !told) Add(why, HistoryOf(run));
  Add(why, WhatCameOfIt(run));
  return why;
}

std::vector<Sentence> SavesSentences(const Case& run) {
  const Blame& blame = run.blame;
  if (blame.by == Blame::By::kStore) {
    Sentence again = StoreSavesText(blame);
    return again.text.empty() ? std::vector<Sentence>() : std::vector{std::move(again)};
  }
  // Without a function `obey` nothing of an own rule can be tried.
  const bool untried = !blame.own_rule.empty() && blame.savers.empty() && !blame.all_save;
  if (RuleText(blame).empty() || blame.steps.empty() || untried) return {};
  if (blame.by == Blame::By::kUnshaded) return {WhiteSavesText(blame, run.finding)};
  const std::size_t first = blame.steps.front().step;
  // What is found at once, no barrier behind the step can save.
  const bool at_once = run.finding.step == first && IsMissedBarrier(run, first);
  const bool barrier = blame.shading_saves || at_once;
  const std::string effect =
      run.finding.property == Property::kSafety ? " saves it." : " makes the run agree.";
  const std::string what = barrier ? "A barrier" : "Obeying " + RuleText(blame);
  std::vector<std::size_t> guilty;
  for (const GuiltyStep& step : blame.steps) guilty.push_back(step.step);
  if (blame.by == Blame::By::kInvariant) {
    return {{"The tri-colour invariant breaks at " + Number(guilty.front()) +
                 "; to keep it there is the work of " + RuleText(blame) + ".",
             {InvariantBreaksAt{blame.invariant, guilty.front()}}}};
  }
  std::vector<Claim> claims;
  if (!blame.savers.empty()) {
    for (const std::size_t step : blame.savers) {
      claims.push_back(ObeyingAt{{step}, true});
      if (!barrier) continue;
      const std::vector<Name> shaded = ShadedBy(run.trace, run.watched, step);
      if (at_once) {
        claims.push_back(UnshadedAt{shaded, step});
      } else {
        claims.push_back(ShadingAt{shaded, step});
      }
    }
    return {{what + " at " + Numbers(blame.savers, " or at ") + effect, claims}};
  }
  claims.push_back(ObeyingAt{guilty, blame.all_save});
  if (!blame.all_save) {
    return {{"Obeying " + RuleText(blame) +
                 " only at these steps does not help: what was broken first stays broken.",
             claims}};
  }
  for (const std::size_t step : guilty) claims.push_back(ObeyingAt{{step}, false});
  return {{what + " at " + Numbers(guilty, " and ") + " together" + effect +
               " At one of them alone it does not.",
           claims}};
}

Sentence NecessityText(const Case& run, const std::vector<WithoutIt>& without) {
  using Then = WithoutIt::Then;
  std::vector<std::size_t> needless;
  bool all_agree = true;
  for (const WithoutIt& one : without) {
    if (one.then == Then::kFailsSo) needless.push_back(one.step);
    all_agree &= one.then == Then::kAgrees;
  }
  std::vector<Claim> claims(without.begin(), without.end());
  const std::size_t count = without.size();
  if (needless.empty()) {
    const std::string effect = all_agree ? "the run agrees." : "this does not happen.";
    for (std::size_t i = 0; all_agree && i < count; ++i) {
      claims[i] = WithoutIt{without[i].step, Then::kAgrees};
    }
    if (count == 1) return {"Without this operation " + effect, claims};
    return {"All " + std::to_string(count) + " operations are needed: without any one of them " +
                effect,
            claims};
  }
  const bool one = needless.size() == 1;
  if (needless.size() > 12) {
    return {std::to_string(needless.size()) + " of the " + std::to_string(run.finding.step + 1) +
                " operations do not matter, each taken alone: `tricolour shrink` drops them.",
            claims};
  }
  return {std::string(one ? "Operation " : "Each of ") + Numbers(needless, " and ") +
              (one ? " does not matter" : " could be left out alone") +
              ": the run fails without it.",
          claims};
}

}  // namespace properties
