// properties/bench/subjects/plain.h -- what a collector is measured against when there is no peer:
// the simplest one, the fastest marker that we know, memory by hand, and the machine itself.
//
// Read next: properties/bench/subjects/limit.cc.

#pragma once

#include <cstdint>
#include <memory>

#include "properties/bench/serve/subject.h"

namespace bench {

// Objects of malloc, a mark byte in each, a stack, and a sweep over the list of all objects.
std::unique_ptr<Subject> MakeNaive();
// Objects in one arena of huge pages, and a marker that looks at no mark before it was prefetched
// and has no branch that depends on one. It has nothing but a marker, and so is no collector.
std::unique_ptr<Subject> MakeBatchedMarker();
// malloc, and free for what is known to be dead.
std::unique_ptr<Subject> MakeByHand();
// What a trace cannot do without: each object's line read once, each reference's mark byte once,
// by this many threads, in an order that is known beforehand; along a list, each line after the
// one before it. Stores are plain ones.
std::unique_ptr<Subject> MakeLimit(std::uint32_t threads);

}  // namespace bench
