// properties/bench/subjects/growth.h -- what each part of the collector costs in heaps of several
// sizes.
//
// What takes a second for a million objects and four seconds for two million is a bug that no
// single size shows. So each part is timed alone, and the harness fits how the time grows.
//
// Read next: properties/bench/run/growth.h.

#pragma once

#include <memory>

#include "properties/bench/serve/subject.h"

namespace bench {

// The parts that are timed, and the exponent that the work of each has: 1 for what must be done
// for each object, 0 for what must not depend on their number.
struct GrowingPart {
  const char* measure;
  double exponent;
  const char* sentence;
};
inline constexpr GrowingPart kGrowingParts[] = {
    {"birth", 1, "all objects made"},
    {"flip", 0, "a cycle started, 1,024 roots"},
    {"mark", 1, "all objects marked"},
    {"gather", 1, "a gather that dooms nothing"},
    {"roots", 1, "a cycle started, every object a root"},
    {"purge", 1, "all objects ended"},
    {"cluster add", 0, "100 objects added to a cluster of n / 50"},
    {"cluster flip", 0, "a cycle started, n / 50 clusters"},
    {"identity", 0, "100 objects made again, n / 10 indices free"},
};

// A subject that does Subject::Grow with the collector of this house.
std::unique_ptr<Subject> MakeGrowth();

}  // namespace bench
