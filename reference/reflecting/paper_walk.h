// reference/reflecting/paper_walk.h -- which references an object holds, by looking at all its
// values, one after the other.
//
// THIS WALK IS WRITTEN TO BE BELIEVED: it has no schema, no offsets and no words for the collector.
// It goes through the members as they were declared, and through what is inside of them.
//
// References of one member come together, under its name: "box.item" for a struct inside of an
// object, "slots" for all that is in a container.

#pragma once

#include <string>
#include <vector>

#include "reference/reflecting/paper_values.h"

namespace reference::reflecting {

struct PaperLine {
  std::string name = {};
  bool is_unordered = false;
  std::vector<Name> slots = {};  // what each holds; 0: null
};

// The lines of an object that have a slot, those of the first class first. What is strong is shown:
// no weak or soft reference, and no lazy one that is a path still.
std::vector<PaperLine> LinesOf(const PaperLayout& layout, std::size_t type,
                               const PaperValues& values);

}  // namespace reference::reflecting
