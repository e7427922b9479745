// properties/explain/history.cc -- tells the life of an object, step by step.

#include "properties/explain/history.h"

namespace properties {

using reference::EventKind;
using reference::Name;
using reference::NameText;
using reference::Operation;

// All that happened to the object, in order; for a property that no single moment decides.
std::string HistoryOf(const Case& run) {
  const Name object = run.finding.object;
  std::vector<std::string> deeds;
  bool reachable = false;
  for (std::size_t i = 0; i < run.watched.steps.size(); ++i) {
    const Sight& sight = run.watched.steps[i];
    const Operation& operation = run.trace.operations[i];
    if (!sight.applied) continue;
    if (reference::IsBirth(operation.verb) && operation.object == object) {
      deeds.push_back("created at " + std::to_string(i + 1));
    }
    const bool still = sight.heap.Born(object) && sight.heap.Reachable()[object] != 0;
    if (still != reachable)
      deeds.push_back((still ? "reachable from " : "unreachable from ") + std::to_string(i + 1));
    reachable = still;
    for (const reference::Event& event : sight.events) {
      if (event.kind == EventKind::kFlip) deeds.push_back("flip at " + std::to_string(i + 1));
      if (event.object != object) continue;
      const char* const word = event.kind == EventKind::kGather && event.flag != 0 ? "gathered at "
                               : event.kind == EventKind::kPoll && event.flag == 0
                                   ? "asked and not ready at "
                               : event.kind == EventKind::kBegan    ? "begun at "
                               : event.kind == EventKind::kFinished ? "finished at "
                               : event.kind == EventKind::kFreed    ? "freed at "
                                                                    : nullptr;
      if (word != nullptr) deeds.push_back(word + std::to_string(i + 1));
    }
    if (reference::IsRead(operation.verb) && sight.answer.object == object) {
      deeds.push_back("read at " + std::to_string(i + 1));
    }
  }
  std::string text = NameText(object) + ": ";
  for (std::size_t i = 0; i < deeds.size(); ++i) text += (i == 0 ? "" : ", ") + deeds[i];
  return text + ".";
}

}  // namespace properties
