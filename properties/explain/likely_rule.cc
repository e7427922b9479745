#include "properties/explain/likely_rule.h"

#include <algorithm>
#include <array>
#include <optional>

#include "properties/explain/seen/deeds.h"
#include "properties/explain/seen/seen_breaches.h"
#include "properties/explain/seen/wavefront.h"

namespace properties {

using gc::Rule;
using reference::EventKind;
using reference::Verb;

// Whether a cluster is none any more after the step, and an object of it is still there.
bool DissolvesACluster(const Sight& before, const Sight& after) {
  return std::ranges::any_of(before.heap.Present(), [&](reference::Name name) {
    return before.heap[name].cluster != reference::kNull && after.heap.Born(name) &&
           after.heap[name].cluster == reference::kNull;
  });
}

namespace {

// The rule that a verb breaks if its own work is wrong, and that is no barrier.
struct LikelyOfVerb {
  Verb verb;
  Rule rule;
};
constexpr auto kLikely = std::to_array<LikelyOfVerb>({
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
  const bool kept = after.heap[object].kept || after.heap[object].masked;
  return kept ? Rule::kKeepFlagsAreRoots : Rule::kFlipPrecondition;
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
  if (root.kept || root.masked) return Rule::kKeepFlagsAreRoots;
  if (root.held) return Rule::kReferencerBarrier;  // the final pass asks for locals
  for (std::size_t i = 0; i < before.heap.ReferencerCount(); ++i) {
    const reference::Heap::Referencer& referencer = before.heap.ReferencerAt(i);
    if (referencer.target != object) continue;
    if (!asked) return Rule::kEndNeedsEmpty;
    return referencer.raw ? Rule::kReferencerBarrier : Rule::kInitialReferencesAlways;
  }
  if (root.root || root.strong > 0) return Rule::kInitialReferencesAlways;
  return std::nullopt;
}

// Whether a unit of the step scanned the object.
bool Scans(const Sight& after, reference::Name object) {
  return std::ranges::any_of(after.events, [object](const reference::Event& event) {
    return event.kind == EventKind::kScan && event.object == object;
  });
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
  if (holder.constructing) return Rule::kEndNeedsEmpty;
  // It was scanned, and the scan did not come to the slot; or it was blackened and not scanned.
  return Scans(after, *(missed - 1)) ? Rule::kSchemaIsWhole : Rule::kGreyIsQueued;
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
  const bool permanent = verb == Verb::kStore && after.heap[operation.object].permanent;
  if (permanent) return Rule::kDisregardedIsDeep;
  if (const auto barrier = BarrierOf(verb)) return *barrier;
  if (reference::IsBirth(verb)) return LikelyOfBirth(after);
  if (verb == Verb::kStart || verb == Verb::kStartKeeping) return LikelyOfStart(after, object);
  if (reference::IsCollectorStep(verb)) return LikelyOfUnits(before, after, object);
  return Rule::kInsertionBarrier;
}

}  // namespace properties
