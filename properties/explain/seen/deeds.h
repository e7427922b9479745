// properties/explain/seen/deeds.h -- what an operation does to an object, in words.
//
// Read next: properties/explain/sentences.h.

#pragma once

#include <string>
#include <vector>

#include "properties/explain/seen/watch.h"
#include "reference/trace/trace.h"

namespace properties {

// "stores d into a.1", and what a barrier would shade: the object d. Without such objects, the
// operation makes no reference that marking could miss.
struct Deed {
  std::string text;
  std::vector<reference::Name> targets;
};

// The deed of an operation, from what was seen before and after it.
Deed DeedOf(const reference::Operation& operation, const Sight& before, const Sight& after);

}  // namespace properties
