// properties/mutate/sites/operators.h -- finds the sites of a file: where which mistake could be
// made.
//
// The mistakes are those that are made by hand: a call forgotten, a condition turned, a bound that
// is off by one, a constant beside the right one, an operand or an element of a mask left out, a
// return too early, two arguments of one type exchanged, a lock not taken, a weaker memory order.
//
// Read next: properties/mutate/copy/switches.h.

#pragma once

#include <string>
#include <vector>

#include "properties/mutate/sites/site.h"
#include "properties/mutate/sites/source.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {

// The sites of a file, in the order of its text.
std::vector<Site> SitesOf(const tidy::File& file);

// The same for each file of `tree` that is part of the collector and no test of it.
std::vector<Site> SitesOfCore(const tidy::Tree& tree);
// Whether a path belongs to the collector that ships.
bool IsOfCore(std::string_view path);

}  // namespace properties::mutate
