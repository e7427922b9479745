// properties/explain/step_rows.h -- one operation of a run as a line of a table.
//
// Used by `replay`, which shows every step as it comes, and by the explanation, which adds marks.
//
// Read next: properties/report/report_text.h.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "properties/explain/explain.h"
#include "properties/explain/watch.h"

namespace properties {

// The row of a step, from what was seen before and after it.
StepRow RowOf(std::size_t step, const reference::Operation& operation,
              const reference::Observation& before, const Sight& sight);

// "a grey, b white": the colours that the step changed. Black outside a cycle is what an object is
// born with, and is not worth a word.
std::string ColourChanges(const reference::Observation& before,
                          const reference::Observation& after);

// "9", "9 and 10", "9, 10 and 11".
std::string Joined(const std::vector<std::string>& parts, std::string_view last_joint);

// "scans a, b; marking ends": what the collector published.
std::string TextOfEvents(const std::vector<reference::Event>& events);

}  // namespace properties
