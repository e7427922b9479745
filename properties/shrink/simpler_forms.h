// properties/shrink/simpler_forms.h -- the simpler forms of one operation.

#pragma once

#include <vector>

#include "reference/trace/trace.h"

namespace properties {

// Fewer fields, fewer units, null for a value, a plainer verb. A form need not be a sensible
// operation where it stands: the shrinker tries it.
std::vector<reference::Operation> SimplerForms(const reference::Operation& operation);

}  // namespace properties
