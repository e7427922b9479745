// properties/mutate/copy/plain_text.h -- a file with one mistake, without a switch for it.
//
// Read next: properties/mutate/trial/by_itself.h.

#pragma once

#include <string>

#include "properties/mutate/sites/site.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {

// Whether the mistake can be written so: swapped arguments, and most locks that are removed, need
// help from the header of the switches.
bool IsPlain(const Site& site);

// The file's text with this one mistake; `file` is the site's.
std::string WithMistake(const tidy::File& file, const Site& site);

}  // namespace properties::mutate
