// properties/explain/history.cc -- tells the life of an object, step by step.

#include "properties/explain/history.h"

namespace properties {

using reference::EventKind;
using reference::kNull;
using reference::Name;
using reference::NameText;
using reference::Operation;

// All that happened to the object, in order; for a property that no single moment decides.
Sentence HistoryOf(const Case& run) {
  const Name object = run.finding.object;
  std::vector<std::string> deeds;
  std::vector<Claim> claims;
  const auto tell = [&](const char* deed, std::size_t step, Claim claim) {
    deeds.push_back(deed + std::to_string(step + 1));
    claims.push_back(std::move(claim));
  };
  bool reachable = false;
  for (std::size_t i = 0; i < run.watched.steps.size(); ++i) {
    const Sight& sight = run.watched.steps[i];
    const Operation& operation = run.trace.operations[i];
    if (!sight.applied) continue;
    if (reference::IsBirth(operation.verb) && operation.object == object) {
      tell("created at ", i, MadeAt{object, i});
    }
    const bool still = sight.heap.Born(object) && sight.heap.Reachable()[object] != 0;
    if (still != reachable) {
      tell(still ? "reachable from " : "unreachable from ", i, ReachableFrom{object, still, i});
    }
    reachable = still;
    for (const reference::Event& event : sight.events) {
      if (event.kind == EventKind::kFlip) tell("flip at ", i, EventOfAt{event.kind, kNull, i});
      if (event.object != object) continue;
      const char* const word = event.kind == EventKind::kGather && event.flag != 0 ? "gathered at "
                               : event.kind == EventKind::kPoll && event.flag == 0
                                   ? "asked and not ready at "
                               : event.kind == EventKind::kBegan    ? "begun at "
                               : event.kind == EventKind::kFinished ? "finished at "
                               : event.kind == EventKind::kFreed    ? "freed at "
                                                                    : nullptr;
      if (word != nullptr) tell(word, i, EventOfAt{event.kind, object, i});
    }
    if (reference::IsRead(operation.verb) && sight.answer.object == object) {
      tell("read at ", i, ReadAt{object, i});
    }
  }
  std::string text = NameText(object) + ": ";
  for (std::size_t i = 0; i < deeds.size(); ++i) text += (i == 0 ? "" : ", ") + deeds[i];
  return {text + ".", std::move(claims)};
}

}  // namespace properties
