// properties/search/exhaustive/distinct_groups.h -- which alphabets are worth trying on a collector
// that has few verbs.
//
// An alphabet is made for one group of rules. Without the verbs of that group, what is left of it
// is a poorer copy of another alphabet, or has no object that could be lost; and a collector of
// seven verbs would spend four fifths of its small heaps on the same runs again.
//
// Read next: properties/search/exhaustive/alphabets.h.

#pragma once

#include <vector>

#include "properties/search/exhaustive/alphabets.h"

namespace properties {

// The groups, in their order, whose alphabet has all of its verbs, or has with these verbs an entry
// that no other group has and all that it takes to lose an object: a birth, a holder and a step.
// `workers`: whether a heap of the subject may have several; else a group with them is as one
// without.
std::vector<AlphabetGroup> DistinctGroups(reference::VerbSet verbs, reference::Locals locals,
                                          bool workers);

}  // namespace properties
