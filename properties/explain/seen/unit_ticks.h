// properties/explain/seen/unit_ticks.h -- the same run, with each step of the collector taken by
// units.
//
// A tick of three units may lose an object in its first and doom it in its third. Behind the tick
// only the doomed object is seen, and the end check gets the blame. By units it is seen that the
// object was grey, and then white again: what was to be scanned was dropped.
//
// Read next: properties/explain/blame.h.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/rules.h"
#include "properties/explain/seen/watch.h"

namespace properties {

// A trace with `tick 1` n times for each `tick n`; a tick of more than kMostUnits stays whole. A
// `collect` becomes the end of what is pending, a start and such ticks.
struct UnitTicks {
  static constexpr std::uint32_t kMostUnits = 64;
  reference::Trace trace;
  std::vector<std::size_t> step_of;  // for each operation, where it stands in the trace it is from
};
UnitTicks ByUnits(const reference::Trace& trace);

// A grey object that is white again later in the same cycle.
struct LostGrey {
  std::size_t step = 0;  // of the watched run: the object is grey before it and white after it
  reference::Name object = reference::kNull;
};
std::optional<LostGrey> FindLostGrey(const Watched& watched);

}  // namespace properties
