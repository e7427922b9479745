// properties/tool/schedule/schedule_commands.h -- `replay`, `explain` and `shrink` for a file with
// a run of a scheduler; the first line of a file says which kind it is.
//
// Read next: properties/tool/schedule/schedule_failures.h.

#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "properties/explain/explain.h"
#include "properties/tool/command_line/choices.h"
#include "properties/tool/command_line/format_option.h"

namespace tool {

// Each prints its result and returns the exit code. They throw UsageError for a file with a
// mistake, and for choices that a scheduler does not have: a subject other than core, a rule to be
// broken.
int ReplaySchedule(const std::string& file, const Choices& choices, bool quiet);
// With a format that is not text: the report of what `replay` and `explain` found.
int ExplainScheduleFile(const std::string& file, const Choices& choices, Format format);
// The explanation alone, which nothing is printed of.
properties::Explanation ExplanationOfSchedule(const std::string& file, const Choices& choices);
// `give` is called with the text of the smaller run, if there is one.
int ShrinkScheduleFile(const std::string& file, const Choices& choices, std::size_t max_runs,
                       const std::function<void(const std::string&)>& give);

}  // namespace tool
