// properties/tidy/persons.h -- finds messages whose subject is a person.
//
// "A deadlock: nobody can go on" does not say what cannot go on: a thread, a section or an object.
// A message of the project names the thing, so that a reader knows where to look. Tests may say in
// their strings what they like, and comments may speak of those who read them.
//
// Read next: properties/tidy/persons_test.cc.

#pragma once

#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// Each word for an unnamed person in a string of a file that is no test.
std::vector<Finding> PersonsInMessages(const Tree& tree);

}  // namespace properties::tidy
