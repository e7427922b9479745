// reference/reflecting/paper_edits.h -- what a duplicate has, and what a value is once all
// references to one object lead to another, on paper.
//
// Names stay: the reader of a duplicate says which object a name is now.
//
// Read next: reference/reflecting/paper_values.h.

#pragma once

#include <map>
#include <string>

#include "reference/reflecting/paper_conversion.h"
#include "reference/reflecting/paper_values.h"

namespace reference::reflecting {

// The values of an object's duplicate: its own, but the defaults where a member is transient.
PaperValues Duplicated(const PaperLayout& layout, std::size_t type, const PaperValues& values,
                       const PaperValues& defaults);

// References to `from` lead to `to`, weak ones included, and resolved lazy ones. A map in which two
// keys would become one keeps its keys. `fits`: the object `to` is of the class of `from` or below;
// of a pair nothing is known but what it holds, so it takes no other.
struct PaperReplacement {
  Name from = 0;
  Name to = 0;
  bool fits = true;
};
PaperValues Replaced(const PaperLayout& layout, std::size_t type, const PaperValues& values,
                     const PaperReplacement& replacement);

// What the successor of an object has whose class has changed. A member of the new class gets the
// value of the one of that name, as a value of its type (paper_conversion.h). What is as it was in
// the old class's default object is as in the new class's, and so is what is so in a struct.
struct PaperSuccessor {
  PaperValues values;
  std::map<std::string, std::size_t> lost = {};  // of members: the parts that have no place
};
PaperSuccessor Reloaded(const PaperConversion& conversion, std::size_t from, std::size_t to,
                        const PaperValues& values, const std::vector<PaperValues>& defaults);

}  // namespace reference::reflecting
