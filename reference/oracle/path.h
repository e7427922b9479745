// reference/oracle/path.h -- how an object is reached, for a reader who is to believe that it is.

#pragma once

#include <string>

#include "reference/oracle/heap.h"

namespace reference {

// The shortest path to the object from one of the root set, as "root -> a.1 -> d", with => where it
// goes on by way of a cluster; empty if there is none.
std::string PathTo(const Heap& heap, Name name);

// Whether something other than a field holds the object: a flag, a count, a constructor that runs,
// a local, or a referencer.
bool InRootSet(const Heap& heap, Name name);

}  // namespace reference
