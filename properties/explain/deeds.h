// properties/explain/deeds.h -- what an operation does to an object, in words.
//
// Read next: properties/explain/sentences.h.

#pragma once

#include <string>

#include "properties/explain/watch.h"
#include "reference/trace/trace.h"

namespace properties {

// "stores d into a.1", and the object that is stored; nothing if the operation makes no reference
// that marking could miss.
struct Deed {
  std::string text;
  reference::Name target = reference::kNull;
};

// What was seen before and after the operation tells what a field held and what a weak read gave.
Deed DeedOf(const reference::Operation& operation, const Sight& before, const Sight& after);

}  // namespace properties
