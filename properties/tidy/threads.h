// properties/tidy/threads.h -- a test that starts threads says so in its head comment.
//
// ThreadSanitizer can find nothing in a test with one thread, and takes minutes. So the build for
// it compiles only the tests whose head comment has the line `// Label: threads.`, several of them
// as one file. Which of them are together changes with each test that is added, and two of the same
// name do not compile together: a new test broke that build for two old ones.
//
// Read next: CMakeLists.txt (tricolour_tests).

#pragma once

#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// Tests without that line whose code has words that mean threads: std::thread and the like,
// workers, helpers, and the fixtures of core/testing/ that start threads.
std::vector<Finding> ThreadsWithoutLabel(const Tree& tree);

// Names that two tests of core with that line declare, each in an unnamed namespace, at the second.
std::vector<Finding> NamesOfTwoThreadTests(const Tree& tree);

}  // namespace properties::tidy
