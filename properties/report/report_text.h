// properties/report/report_text.h -- a report for a person: tables in plain text, and a verdict in
// one line.
//
// Each part has its own function, so that `verify` can print it as soon as it is known.
//
// Read next: properties/report/report.h.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "properties/report/report.h"
#include "properties/report/style.h"

namespace properties {

// One line such as "  wavefront      dead   agree    ...", and one for each remark. Where it does
// not agree or the `whole` is asked for, a line of numbers too.
std::string SectionText(const ReportSection& section, bool whole, const Style& style);

// What the report is about: "core", or "lua (Lua 5.4.4 of /usr/lib/liblua5.4.so.0)".
std::string JudgedText(const Report& report);

// The verdict, and the command that repeats the run.
std::string VerdictText(const Report& report, const Style& style);

// What is to be said beside it, a line each.
std::string RemarksText(const Report& report, const Style& style);

// All sections in a sentence: how many of each group did not agree. Empty if all did.
std::string FoldedText(const Report& report, const Style& style);

// Where the time of a run went: a gate that takes minutes is made shorter where most of them are
// spent, and which group that is cannot be seen from a hundred sections.
//
// A group of sections, or one of the two parts of the rules, and the seconds of its children by the
// clock. Several children run at a time, so the sum is more than the run took.
struct TimeOfPart {
  std::string part;
  std::size_t tasks = 0;
  double seconds = 0;
};
std::vector<TimeOfPart> TimesOf(const Report& report);

// A line for each, with its share. Empty if nothing was tried.
std::string TimeText(const Report& report, const Style& style);

}  // namespace properties
