#include "properties/explain/seen/seen_breaches.h"

#include <algorithm>
#include <array>
#include <optional>

#include "properties/explain/seen/deeds.h"

namespace properties {

namespace {

using gc::Rule;
using reference::Colour;
using reference::Name;
using reference::Verb;

struct RuleOfVerb {
  Verb verb;
  Rule rule;
};
constexpr auto kShading = std::to_array<RuleOfVerb>({
    {Verb::kStore, Rule::kInsertionBarrier},
    {Verb::kAppend, Rule::kInsertionBarrier},
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
});

// Birth gives an object a colour that needs no shading.
std::optional<Rule> RuleOf(Verb verb) {
  const bool born = verb == Verb::kCreate || verb == Verb::kCreateNamed;
  return born ? std::optional(Rule::kBirthColourMarking) : BarrierOf(verb);
}

}  // namespace

std::optional<Rule> BarrierOf(Verb verb) {
  const auto at = std::ranges::find(kShading, verb, &RuleOfVerb::verb);
  return at == kShading.end() ? std::nullopt : std::optional(at->rule);
}

std::vector<Name> MustShade(const reference::Operation& operation, const Sight& before,
                            const Sight& after, Rule& rule) {
  const std::optional<Rule> of_verb = RuleOf(operation.verb);
  if (!of_verb || !after.applied || !after.declared) return {};
  rule = *of_verb;
  return DeedOf(operation, before, after).targets;
}

namespace {

// What is special about an object that the shortest trace needs is what went wrong: garbage, and
// members of clusters, have a rule of their own.
Rule RuleFor(const reference::Heap& heap, Name white, Rule rule) {
  if (!heap.Born(white) || rule == Rule::kBirthColourMarking) return rule;
  const reference::Heap::Object& object = heap[white];
  if (object.garbage) return Rule::kBarrierShadesGarbage;
  const bool member = object.cluster != reference::kNull && object.cluster != white;
  return member ? Rule::kClusterMemberBarrier : rule;
}

// Whether a strong pointer that is taken right behind the step shades the object.
bool StrongPointerShades(const reference::Trace& trace, reference::Subject& subject,
                         std::size_t step, Name object) {
  JudgeSession session(subject);
  session.Begin(trace.header, {.invariant = false, .verifier = false, .stop_at_first = false});
  for (std::size_t i = 0; i <= step; ++i) session.Step(trace.operations[i]);
  subject.ObeyAll(true);
  reference::Operation take = reference::op::StrongTake(object);
  take.lane = trace.operations[step].lane;
  session.Step(take);
  const bool shades = ColourIn(Look(session, take).after, object) != Colour::kWhite;
  subject.ObeyAll(false);
  return shades;
}

}  // namespace

std::vector<SeenBreach> SeenBreaches(const reference::Trace& trace, reference::Subject& subject,
                                     const Watched& watched, const Finding& finding,
                                     std::size_t max_runs) {
  const reference::Promises& promises = subject.promises();
  if (!promises.colours || !promises.verbs.Has(Verb::kStrongTake)) return {};
  std::vector<SeenBreach> breaches;
  for (std::size_t i = 0; i < watched.steps.size() && i <= finding.step; ++i) {
    const Sight& before = watched.Before(i);
    const Sight& after = watched.steps[i];
    if (before.after.phase != reference::Phase::kMarking) continue;
    if (after.after.phase != reference::Phase::kMarking) continue;
    SeenBreach breach{.step = i};
    breach.white = MustShade(trace.operations[i], before, after, breach.rule);
    std::erase_if(breach.white,
                  [&](Name name) { return ColourIn(after.after, name) != Colour::kWhite; });
    if (breach.white.empty()) continue;
    breach.rule = RuleFor(before.heap, breach.white.front(), breach.rule);
    breach.untried = max_runs == 0 || !StrongPointerShades(trace, subject, i, breach.white.front());
    if (!breach.untried) {
      --max_runs;
      const Verdict shaded = JudgeShading(trace, subject, watched.options, i, breach.white);
      breach.saves = shaded.outcome == Outcome::kAgree;
    }
    breaches.push_back(std::move(breach));
  }
  return breaches;
}

}  // namespace properties
