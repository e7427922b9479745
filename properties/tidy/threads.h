// properties/tidy/threads.h -- a test that starts threads says so in its head comment.
//
// ThreadSanitizer can find nothing in a test with one thread, and takes minutes. So the build for
// it compiles only the tests whose head comment has the line `// Label: threads.`
//
// Read next: CMakeLists.txt (tricolour_tests).

#pragma once

#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// Tests without that line whose code has words that mean threads: std::thread and the like,
// workers, helpers, and the fixtures of core/testing/ that start threads.
std::vector<Finding> ThreadsWithoutLabel(const Tree& tree);

}  // namespace properties::tidy
