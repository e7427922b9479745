// properties/mutate/sites/other_builds.h -- the functions that the build which ships never calls.
//
// A checked build looks over a call before it is made, and what looks is a function of its own. The
// branch that calls it is no site (Source), so neither is what it calls: no program runs it.
//
// Read next: properties/mutate/sites/operators.h.

#pragma once

#include <set>
#include <string>

#include "properties/tidy/tree.h"

namespace properties::mutate {

// The names, without that of their class, of functions of the collector that are called only in
// such branches, or by each other. A name that any other file of `tree` calls is not among
// them, nor one that several functions have if one of them is called elsewhere.
std::set<std::string> OfOtherBuilds(const tidy::Tree& tree);

}  // namespace properties::mutate
