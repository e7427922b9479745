// model/replay/ordered_lists.h -- the collector's lists in the order that a real table gives them.
//
// To the machine a list is a set. Here the order is kept that core/ would keep, so that "the next
// of a list" is one entry.

#pragma once

#include <cstdint>
#include <vector>

#include "model/machine/step.h"

namespace model {

enum class ListOrder : std::uint8_t { kFirstInFirstOut, kLastInFirstOut };

class OrderedLists {
 public:
  // In which order the work list is taken.
  explicit OrderedLists(ListOrder order) : order_(order) {}

  void Clear();
  // The lists hold what the state says. The barrier's is appended to the work list as a whole, and
  // what the scan of `scanned` (or kNone) shaded joins in the order of its fields.
  void Follow(const State& state, Entry scanned);
  // Which of its candidates the unit is about.
  Entry Choose(const State& state, const Unit& unit) const;

 private:
  ListOrder order_;
  std::vector<Entry> work_, barrier_, batch_, waiting_;
};

}  // namespace model
