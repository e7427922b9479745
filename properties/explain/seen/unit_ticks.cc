#include "properties/explain/seen/unit_ticks.h"

#include <algorithm>

namespace properties {

using reference::Colour;
using reference::EventKind;
using reference::Phase;
using reference::Verb;

namespace {

void Add(reference::Operation operation, std::size_t step, std::size_t times, UnitTicks& units) {
  for (std::size_t i = 0; i < times; ++i) {
    units.trace.operations.push_back(operation);
    units.step_of.push_back(step);
  }
}

}  // namespace

UnitTicks ByUnits(const reference::Trace& trace) {
  UnitTicks units;
  units.trace.header = trace.header;
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    const reference::Operation& operation = trace.operations[i];
    const auto like = [&operation](reference::Operation other) {
      other.lane = operation.lane;
      return other;
    };
    const reference::Operation unit = like(reference::op::Tick(1));
    if (operation.verb == Verb::kTick && operation.number <= UnitTicks::kMostUnits) {
      Add(unit, i, operation.number, units);
    } else if (operation.verb == Verb::kCollect) {
      Add(like(reference::op::Tick(reference::kTickLimit)), i, 1, units);
      Add(like(reference::op::Start()), i, 1, units);
      Add(unit, i, UnitTicks::kMostUnits, units);
      Add(like(reference::op::Tick(reference::kTickLimit)), i, 1, units);
    } else {
      Add(operation, i, 1, units);
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
