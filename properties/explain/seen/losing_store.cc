#include "properties/explain/seen/losing_store.h"

#include <algorithm>
#include <array>
#include <vector>

#include "properties/explain/seen/wavefront.h"
#include "reference/oracle/path.h"

namespace properties {

using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::Property;
using reference::Verb;

namespace {

constexpr std::size_t kExperiments = 40;

bool Holds(const reference::Heap& heap, const std::vector<Name>& path) {
  const bool born = std::ranges::all_of(path, [&](Name name) { return heap.Born(name); });
  return born && InRootSet(heap, path.front()) && !MissingEdge(heap, path);
}

// The verbs of references that a collector with an interface of its own has (version 1).
bool MakesReferences(const Operation& operation) {
  constexpr std::array kVerbs = {Verb::kStore, Verb::kMove,       Verb::kSwap,
                                 Verb::kRoot,  Verb::kStrongTake, Verb::kReferencerHold};
  return std::ranges::find(kVerbs, operation.verb) != kVerbs.end();
}

// Whether what an object holds, and so the last store into it, has to do with the property.
bool IsAboutFields(Property property) {
  return property == Property::kFields || property == Property::kVerifier ||
         property == Property::kSelfCheck;
}

bool StoresInto(const Operation& operation, Name object) {
  const bool both = operation.verb == Verb::kMove || operation.verb == Verb::kSwap;
  if (both && operation.target == object) return true;
  return operation.object == object && (both || operation.verb == Verb::kStore);
}

// The last store into the object before the finding.
std::optional<std::size_t> LastInto(const reference::Trace& trace, const Watched& watched,
                                    const Finding& finding) {
  for (std::size_t i = std::min(finding.step + 1, watched.steps.size()); i-- > 0;) {
    if (watched.steps[i].applied && StoresInto(trace.operations[i], finding.object)) return i;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> OpeningStep(const reference::Trace& trace, const Watched& watched,
                                       const Finding& finding) {
  if (finding.object == kNull || finding.step >= watched.steps.size()) return std::nullopt;
  const reference::Heap& heap = watched.Before(finding.step).heap;
  if (!heap.Born(finding.object)) return std::nullopt;
  if (IsAboutFields(finding.property)) return LastInto(trace, watched, finding);
  if (finding.property != Property::kSafety) return std::nullopt;
  const std::vector<Name> path = PathFromRoots(heap, finding.object);
  if (path.empty()) return std::nullopt;
  std::size_t step = finding.step;
  while (step > 0 && Holds(watched.Before(step).heap, path)) --step;
  const bool made = watched.steps[step].applied && MakesReferences(trace.operations[step]);
  return made ? std::optional(step) : std::nullopt;
}

std::optional<LosingStore> FindLosingStore(const reference::Trace& trace,
                                           reference::Subject& subject, const JudgeOptions& options,
                                           const Watched& watched, const Finding& finding,
                                           std::size_t max_runs) {
  const std::optional<std::size_t> opening = OpeningStep(trace, watched, finding);
  if (!opening) return std::nullopt;
  if (!subject.promises().obeys) return LosingStore{*opening, false};
  std::vector<std::size_t> steps = {*opening};
  for (std::size_t i = std::min(finding.step + 1, watched.steps.size()); i-- > 0;) {
    const bool store = watched.steps[i].applied && MakesReferences(trace.operations[i]);
    if (store && i != *opening) steps.push_back(i);
  }
  steps.resize(std::min({steps.size(), max_runs, kExperiments}));
  for (const std::size_t step : steps) {
    const auto only_here = [step](std::size_t i) { return i == step; };
    if (JudgeObeying(trace, subject, options, only_here).outcome == Outcome::kAgree) {
      return LosingStore{step, true};
    }
  }
  return LosingStore{*opening, false};
}

}  // namespace properties
