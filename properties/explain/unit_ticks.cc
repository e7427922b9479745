#include "properties/explain/unit_ticks.h"

#include <algorithm>

namespace properties {

using reference::Colour;
using reference::EventKind;
using reference::Phase;
using reference::Verb;

UnitTicks ByUnits(const reference::Trace& trace) {
  UnitTicks units;
  units.trace.header = trace.header;
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    reference::Operation operation = trace.operations[i];
    const bool whole = operation.verb != Verb::kTick || operation.number > UnitTicks::kMostUnits;
    const std::uint32_t times = whole ? 1 : operation.number;
    if (!whole) operation.number = 1;
    for (std::uint32_t unit = 0; unit < times; ++unit) {
      units.trace.operations.push_back(operation);
      units.step_of.push_back(i);
    }
  }
  return units;
}

std::optional<LostGrey> FindLostGrey(const Watched& watched) {
  for (std::size_t i = 0; i < watched.steps.size(); ++i) {
    const Sight& before = watched.Before(i);
    const Sight& after = watched.steps[i];
    if (before.after.phase != Phase::kMarking || after.after.phase != Phase::kMarking) continue;
    const bool flips = std::ranges::any_of(
        after.events, [](const reference::Event& event) { return event.kind == EventKind::kFlip; });
    if (flips) continue;
    for (reference::Name object = 0; object < before.after.colours.size(); ++object) {
      if (before.after.colours[object] == Colour::kGrey &&
          ColourIn(after.after, object) == Colour::kWhite) {
        return LostGrey{i, object};
      }
    }
  }
  return std::nullopt;
}

}  // namespace properties
