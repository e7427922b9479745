// properties/tidy/arrows.h -- which folder may include which: one table, checked against the
// includes.
//
// The three witnesses (core, oracle and model) are worth something only while they share nothing
// but words: an oracle that includes a header of the collector, even for a constant, can repeat the
// collector's mistake. README.md has a picture of the rooms. The table in arrows.cc has every
// arrow, from folder to folder; no path along the arrows may come back to its start.
//
// Read next: properties/tidy/arrows_test.cc.

#pragma once

#include <string>
#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// A place is a folder, or some files that stand apart from their folder: the collector's rules
// ("rules") and its public header ("gc.h").
struct Place {
  std::string_view name;
  std::string_view to;          // names of other places, with spaces between them
  std::string_view files = {};  // the files, if the place is no folder
};
const std::vector<Place>& Places();

// Every include that no arrow allows; every include of our own files that is not written from the
// project's root (which would hide an arrow from this check); and every folder with sources that is
// no place. A test may follow every arrow that leads from its room.
std::vector<Finding> ForbiddenIncludes(const Tree& tree,
                                       const std::vector<Place>& places = Places());

// The arrows that lead to no place, and the circles, each with the names along it.
std::vector<std::string> FaultsOfTheTable(const std::vector<Place>& places = Places());

}  // namespace properties::tidy
