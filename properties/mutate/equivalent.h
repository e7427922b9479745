// properties/mutate/equivalent.h -- mutants that change nothing which a test could see, each with
// an argument.
//
// An argument holds for the code that it was made for. So a mutant is named by its function and the
// text in question, and a test fails when that is there no longer. The format:
//
//     mutant core/mark/mark_batch.cc | Ask | call-deleted | __builtin_prefetch(address); | nothing
//       since it only asks for a line of memory before it is read: the processor may ignore that
//
// Read next: properties/mutate/equivalent.txt.

#pragma once

#include <map>
#include <string>
#include <vector>

#include "properties/mutate/sites/site.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {

inline constexpr const char* kEquivalentFile = "properties/mutate/equivalent.txt";

// The arguments by the key of the site. Adds to `findings` what cannot be read, and keys that are
// listed twice.
std::map<std::string, std::string> ReadEquivalent(const tidy::File& file,
                                                  std::vector<tidy::Finding>& findings);

// Those that are the key of no site.
std::vector<tidy::Finding> MovedAway(const std::map<std::string, std::string>& equivalent,
                                     const std::vector<Site>& sites);

}  // namespace properties::mutate
