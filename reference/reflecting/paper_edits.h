// reference/reflecting/paper_edits.h -- what a duplicate has, and what a value is once all
// references to one object lead to another, on paper.
//
// Names stay: the reader of a duplicate says which object a name is now.
//
// Read next: reference/reflecting/paper_values.h.

#pragma once

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

}  // namespace reference::reflecting
