// properties/schedule/schedule_alphabets.h -- small alphabets of operations, each about one part of
// scheduling.
//
// Read next: properties/schedule/schedule_generator.h.

#pragma once

#include <string_view>
#include <vector>

#include "reference/schedule/schedule_trace.h"

namespace properties::schedule {

struct ScheduleAlphabet {
  std::string_view name;
  std::vector<reference::schedule::Operation> before;  // every run begins with these
  std::vector<reference::schedule::Operation> entries;
};

const std::vector<ScheduleAlphabet>& ScheduleAlphabets();

}  // namespace properties::schedule
