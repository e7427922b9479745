// model/replay/ordered_lists.h -- the collector's lists, in the order in which core/ keeps them.
//
// To the machine a list is a set, and any entry of it may be the next. In a run of core/ exactly
// one is, so this class keeps the order that core/ would have.

#pragma once

#include <cstdint>
#include <vector>

#include "model/machine/step.h"

namespace model {

enum class ListOrder : std::uint8_t { kFirstInFirstOut, kLastInFirstOut };

class OrderedLists {
 public:
  // `order`: the order in which objects are taken from the work list.
  explicit OrderedLists(ListOrder order) : order_(order) {}

  void Clear();
  // Updates the lists to the state. The barrier list is appended to the work list as a whole. What
  // the scan of `scanned` (or kNone) shaded joins in the order of its fields.
  void Follow(const State& state, Entry scanned);
  // The one of the unit's candidates that is the next.
  Entry Choose(const State& state, const Unit& unit) const;

 private:
  ListOrder order_;
  std::vector<Entry> work_, barrier_, batch_, waiting_;
};

}  // namespace model
