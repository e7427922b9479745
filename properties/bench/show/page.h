// properties/bench/show/page.h -- the results as a page with drawings.
//
// Read next: properties/bench/show/chart.h.

#pragma once

#include <string>

#include "properties/bench/run/results.h"

namespace bench {

// A whole page in HTML, which needs nothing beside it: bars for every workload and size, the frames
// of W6 one after the other, cost against the size of the heap, and times by the number of threads.
// A part without results is left out. `command` is the command that makes it again.
std::string PageText(const Results& results, const std::string& command);

}  // namespace bench
