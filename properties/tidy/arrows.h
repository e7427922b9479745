// properties/tidy/arrows.h -- which folder may include which, drawn once and read from the
// includes.
//
// The three witnesses are worth something only as long as they share nothing but words: an oracle
// that includes a collector's header, even for a constant, can repeat the collector's mistake. The
// picture of the rooms and their arrows is in README.md. The table in arrows.cc draws every arrow,
// from folder to folder; no path along the arrows may come back to where it began.
//
// Read next: properties/tidy/arrows_test.cc.

#pragma once

#include <string>
#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// A place is a folder, or some files that stand apart from their folder: the rules of the collector
// ("rules") and its public face ("gc.h").
struct Place {
  std::string_view name;
  std::string_view to;          // names of other places, with spaces between them
  std::string_view files = {};  // if it is no folder
};
const std::vector<Place>& Places();

// Every include that no arrow leads to, and every include of our own that is not written from the
// root of the project (which would hide an arrow from this check); every folder with sources that
// is no place. A test may follow every arrow that leads from its room.
std::vector<Finding> ForbiddenIncludes(const Tree& tree,
                                       const std::vector<Place>& places = Places());

// The arrows that lead to no place, and the circles: each as the names along it.
std::vector<std::string> FaultsOfTheTable(const std::vector<Place>& places = Places());

}  // namespace properties::tidy
