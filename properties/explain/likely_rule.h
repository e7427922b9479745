// properties/explain/likely_rule.h -- which rule a step broke, by what it left.
//
// Where the tri-colour invariant fails, one step made it fail; which rule should have kept it is
// told from the step's verb, from what is special about the object, and from the units that it did.
//
// Read next: properties/explain/blame.h.

#pragma once

#include "core/rules.h"
#include "properties/explain/seen/watch.h"

namespace properties {

// The rule that should have kept the invariant for the object at this operation, from what was seen
// before and after it: the invariant fails then.
gc::Rule LikelyRule(const reference::Operation& operation, const Sight& before, const Sight& after,
                    reference::Name object);

// Whether a cluster is none any more after the step, and an object of it is still there.
bool DissolvesACluster(const Sight& before, const Sight& after);

}  // namespace properties
