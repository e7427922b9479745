// properties/explain/step_rows.h -- one operation of a run as a line of a table.
//
// `replay` shows such a row after every step; the explanation adds marks to it.
//
// Read next: properties/report/report_text.h.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "properties/explain/explain.h"
#include "properties/explain/seen/watch.h"

namespace properties {

// The row of a step, from what was seen before and after it.
StepRow RowOf(std::size_t step, const reference::Operation& operation,
              const reference::Observation& before, const Sight& sight);

// The colours that the step changed: "a grey, b white". Objects that are born black outside of a
// cycle are left out, since all are.
std::string ColourChanges(const reference::Observation& before,
                          const reference::Observation& after);

// The parts as a list in words: "9", "9 and 10", "9, 10 and 11".
std::string Joined(const std::vector<std::string>& parts, std::string_view last_joint);

// What the collector published: "scans a, b; marking ends".
std::string TextOfEvents(const std::vector<reference::Event>& events);

}  // namespace properties
