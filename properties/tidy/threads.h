// properties/tidy/threads.h -- tests that start threads say so in their head.
//
// ThreadSanitizer has nothing to say of a test in which there is one thread, and takes minutes. So
// the build for it compiles only the tests whose head has the line `// Label: threads.`
//
// Read next: CMakeLists.txt (tricolour_tests).

#pragma once

#include <vector>

#include "properties/tidy/tree.h"

namespace properties::tidy {

// Tests without the line whose code has words of threads: std::thread and the like, workers,
// helpers, and the fixtures of core/testing/ that start threads.
std::vector<Finding> ThreadsWithoutLabel(const Tree& tree);

}  // namespace properties::tidy
