// properties/shrink/simpler_forms.h -- the simpler forms of one operation.

#pragma once

#include <vector>

#include "reference/trace/trace.h"

namespace properties {

// Forms of the operation with fewer fields, fewer units, null for a value, or a plainer verb. A
// form need not make sense at its place in the trace: the shrinker tries it.
std::vector<reference::Operation> SimplerForms(const reference::Operation& operation);

}  // namespace properties
