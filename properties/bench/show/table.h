// properties/bench/show/table.h -- the results as text, for a terminal.
//
// Read next: properties/bench/show/page.h.

#pragma once

#include <string>

#include "properties/bench/run/results.h"

namespace bench {

// One section: a line for each subject and measure, with the median, the spread, and how many times
// what the best peer, the naive collector, the
// batched marker and the limit take it is. Void rows come last, with the
// reason.
std::string SectionText(const Section& section);
// What grows, and how fast.
std::string GrowthText(const std::vector<Growth>& growth);
// What could not be run.
std::string AbsentText(const Results& results);

// Says that the machine had other work; empty if it had little.
std::string BusyText(const Results& results);

// A number with three digits that count.
std::string Three(double number);

}  // namespace bench
