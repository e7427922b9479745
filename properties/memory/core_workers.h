// properties/memory/core_workers.h -- core's worker threads by themselves.
//
// A heap gives its workers tasks that fail only where memory ends, and in the middle of a gather
// nothing says who did which. So workers are used by themselves here: whether each task is done
// once, what comes out of a call in which one fails, what a task and its caller may ask meanwhile,
// and what is counted.
//
// Read next: core/base/workers.h, properties/memory/memory_run.h.

#pragma once

#include <cstdint>

#include "properties/base/paper_run.h"

namespace properties::memory {

// As the seed says. `lies`: a task is said to have been done twice.
void CompareWorkers(std::uint64_t seed, bool lies, PaperVerdict& verdict);

}  // namespace properties::memory
