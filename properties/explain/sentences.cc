// properties/explain/sentences.cc -- turns findings, guilty steps and cuts into sentences.

#include "properties/explain/sentences.h"

#include <algorithm>
#include <optional>

#include "properties/explain/clusters.h"
#include "properties/explain/deeds.h"
#include "properties/explain/history.h"
#include "properties/explain/step_rows.h"
#include "properties/explain/store_sentences.h"
#include "properties/explain/wavefront.h"
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

std::string RuleText(const Blame& blame) { return std::string(gc::EntryOf(*blame.rule).name); }

std::string FaultText(gc::Fault fault) {
  const gc::FaultEntry& entry = gc::EntryOf(fault);
  return std::string(gc::EntryOf(entry.rule).name) + "/" + std::string(entry.variant);
}

// The step at which the object took the colour that it had before `step`.
std::optional<std::size_t> ColouredAt(const Watched& watched, std::size_t step, Name object) {
  const Colour colour = ColourIn(watched.Before(step).after, object);
  for (std::size_t i = step; i-- > 0;) {
    if (ColourIn(watched.Before(i).after, object) != colour) return i;
  }
  return std::nullopt;
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

// Why marking misses the object unless this step shades it: the place where it is now was scanned
// before. What was black before the flip, and was so at once after it, is black since the flip.
std::string AlreadyLookedAt(const Case& run, std::size_t step, std::optional<BadEdge> edge) {
  if (edge) {
    const auto since = ColouredAt(run.watched, step, edge->holder);
    if (ColourIn(run.watched.Before(step).after, edge->holder) != Colour::kBlack || !since) {
      return {};
    }
    const auto flip = LastStepWith(run.watched, step, EventKind::kFlip);
    return NameText(edge->holder) + " is black after " +
           Number(std::max(*since, flip.value_or(0))) +
           ", so its fields are not looked at again in this cycle.";
  }
  const Verb verb = run.trace.operations[step].verb;
  const bool by_flip = verb == Verb::kRoot || verb == Verb::kKeep || verb == Verb::kStrongTake;
  const bool by_referencers = verb == Verb::kReferencerHold || verb == Verb::kHold;
  if (!by_flip && !by_referencers) return {};
  const auto taken =
      LastStepWith(run.watched, step, by_flip ? EventKind::kFlip : EventKind::kInitialReferences);
  if (!taken) return {};
  return (by_flip ? "The roots were taken by the flip at " : "The referencers were asked at ") +
         Number(*taken) + ", and what comes later is seen only if it is shaded.";
}

// The way on which marking would have reached the object.
std::string OnlyWay(const Case& run, std::size_t step) {
  const Sight& before = run.watched.Before(step);
  const std::vector<Name> way = WayOfMarking(before, run.finding.object);
  if (way.size() < 2) return {};
  const std::string object = NameText(run.finding.object);
  if (way.size() == 2 && ColourIn(before.after, way[0]) == Colour::kGrey) {
    return "Of what is still to be scanned, " + NameText(way[0]) + ", which is grey, leads to " +
           object + ".";
  }
  std::string path;
  for (const Name name : way) path += (path.empty() ? "" : " -> ") + NameText(name);
  return "Marking would come to " + object + " by " + path + ".";
}

std::string WhatItDid(const Case& run, const GuiltyStep& guilty) {
  if (run.blame.by == Blame::By::kStore) return StoreText(run.blame, run.finding);
  const Operation& operation = run.trace.operations[guilty.step];
  const Deed deed =
      DeedOf(operation, run.watched.Before(guilty.step), run.watched.steps[guilty.step]);
  const bool barrier = run.blame.rule && IsBarrier(*run.blame.rule);
  if (barrier && deed.target != kNull) {
    return Number(guilty.step) + " " + deed.text + " without shading it" +
           (operation.verb == Verb::kSwap ? "s targets." : ".");
  }
  if (!guilty.fault) return "After " + Number(guilty.step) + ", " + run.blame.invariant + ".";
  return Number(guilty.step) + " breaks " + RuleText(run.blame) + ": " +
         std::string(gc::EntryOf(*guilty.fault).sentence) + ".";
}

std::string WhatWasCut(const Case& run) {
  std::string text;
  for (const std::size_t step : run.cuts) {
    const std::vector<Name> way = WayOfMarking(run.watched.Before(step), run.finding.object);
    const std::string edge = MissingEdge(run.watched.steps[step].heap, way);
    text += (text.empty() ? "" : " ") + Number(step) + " cuts " +
            (edge.empty() ? "the last way to " + NameText(run.finding.object) : edge) + ".";
  }
  return text;
}

std::string WhatCameOfIt(const Case& run) {
  const Finding& finding = run.finding;
  const std::string step = Number(finding.step);
  if (finding.property != Property::kSafety || finding.object == kNull) {
    return finding.message.empty() ? "" : "At " + step + ": " + finding.message + ".";
  }
  const std::string object = NameText(finding.object);
  const std::string path = PathTo(run.watched.Before(finding.step).heap, finding.object);
  if (path.empty()) return "At " + step + ": " + finding.message + ".";
  const bool was_white = run.cuts.empty() == false;
  return (was_white
              ? "Nothing that is still to be scanned leads to " + object + " now, so it is gone at "
              : object + " is gone at ") +
         step + ", while it is reachable: " + path + ".";
}

std::string CheckerText(const Case& run) {
  if (run.finding.checker == Checker::kInvariant) {
    return "No mutator notices anything within this trace; what is broken is an invariant.";
  }
  if (run.finding.checker == Checker::kConformance) {
    return "Nothing is lost within this trace; but this is not what the proof is about, so nothing "
           "is proved of this collector.";
  }
  if (run.finding.property == Property::kVerifier) {
    return "No mutator notices anything within this trace; the collector's own verifier does.";
  }
  if (run.finding.property == Property::kSelfCheck) {
    return "A check of the collector's own failed, and it stopped itself.";
  }
  return {};
}

void Add(std::vector<std::string>& sentences, std::string sentence) {
  if (!sentence.empty()) sentences.push_back(std::move(sentence));
}

}  // namespace

std::string BlameText(const Case& run) {
  if (run.blame.by == Blame::By::kStore) return StoreBlameText(run.blame);
  if (!run.blame.rule) return {};
  const bool barrier = IsBarrier(*run.blame.rule);
  if (run.blame.by == Blame::By::kCommittedFault) {
    return barrier ? "MISSED BARRIER (" + RuleText(run.blame) + ")"
                   : "BROKEN RULE (" + FaultText(*run.blame.steps.front().fault) + ")";
  }
  return (barrier ? "MISSED BARRIER (likely " : "BROKEN RULE (likely ") + RuleText(run.blame) + ")";
}

std::string GuiltText(const Case& run, const GuiltyStep& guilty) {
  if (run.blame.by == Blame::By::kStore) return StoreGuiltText(run.blame);
  const Sight& before = run.watched.Before(guilty.step);
  const Sight& after = run.watched.steps[guilty.step];
  const Operation& operation = run.trace.operations[guilty.step];
  const Deed deed = DeedOf(operation, before, after);
  const bool barrier = run.blame.rule && IsBarrier(*run.blame.rule);
  if (barrier && deed.target != kNull) {
    if (const std::optional<BadEdge> edge = NewBadEdge(before, after)) {
      return "black to white, " + NameText(edge->target) + " not shaded";
    }
    return NameText(deed.target) + " not shaded";
  }
  return guilty.fault ? std::string(gc::EntryOf(*guilty.fault).sentence) : run.blame.invariant;
}

std::vector<std::string> WhySentences(const Case& run) {
  std::vector<std::string> why;
  Add(why, CheckerText(run));
  for (const GuiltyStep& guilty : run.blame.steps) {
    const Sight& before = run.watched.Before(guilty.step);
    if (before.after.phase == Phase::kMarking && run.finding.property == Property::kSafety &&
        &guilty == &run.blame.steps.front()) {
      const auto edge = NewBadEdge(before, run.watched.steps[guilty.step]);
      Add(why, AlreadyLookedAt(run, guilty.step, edge));
      Add(why, OnlyWay(run, guilty.step));
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

std::vector<std::string> SavesSentences(const Case& run) {
  const Blame& blame = run.blame;
  std::vector<std::string> saves;
  if (blame.by == Blame::By::kStore) return {StoreSavesText(blame)};
  if (!blame.rule || blame.steps.empty()) return saves;
  const bool barrier = IsBarrier(*blame.rule);
  const std::string effect =
      run.finding.property == Property::kSafety ? " saves it." : " makes the run agree.";
  const std::string what = barrier ? "A barrier" : "Obeying " + RuleText(blame);
  std::vector<std::size_t> guilty;
  for (const GuiltyStep& step : blame.steps) guilty.push_back(step.step);
  if (blame.by == Blame::By::kInvariant) {
    saves.push_back("The tri-colour invariant breaks at " + Number(guilty.front()) +
                    "; to keep it there is the work of " + RuleText(blame) + ".");
  } else if (!blame.savers.empty()) {
    saves.push_back(what + " at " + Numbers(blame.savers, " or at ") + effect);
  } else if (blame.all_save) {
    saves.push_back(what + " at " + Numbers(guilty, " and ") + " together" + effect +
                    " At one of them alone it does not.");
  } else {
    saves.push_back("Obeying " + RuleText(blame) +
                    " only at these steps does not help: what was broken first stays broken.");
  }
  return saves;
}

std::string NecessityText(const Case& run, const std::vector<std::size_t>& needless) {
  if (needless.empty()) return "Nothing else in the trace matters.";
  const bool one = needless.size() == 1;
  if (needless.size() > 12) {
    return std::to_string(needless.size()) + " of the " + std::to_string(run.finding.step + 1) +
           " operations do not matter, each taken alone: `tricolour shrink` drops them.";
  }
  return std::string(one ? "Operation " : "Each of ") + Numbers(needless, " and ") +
         (one ? " does not matter" : " could be left out alone") + ": the run fails without it.";
}

}  // namespace properties
