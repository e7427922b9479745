// properties/report/matrix_text.h -- the rule matrix as a table for a terminal.
//
//       rule/variant           proof      witness on core   small heaps     random   fuzzer  ops
//     insertion-barrier
//       store-without-shading  necessary  13 fails/passes   412  408  408   3  3  3   950  120   9
//
// There is one line for each fault: what the model proves of it, the length of its shortest witness
// and how core replays that; the traces until each search caught it, by each checker; the runs
// until the fuzzers did; the length of the shortest trace. A cell without a value has its reason
// under the table.
//
// Read next: properties/report/report.h.

#pragma once

#include <string>
#include <vector>

#include "properties/report/report.h"
#include "properties/report/style.h"

namespace properties {

// The head and one line of the table for a discipline. A rule's name stands above its first
// variant.
std::string RulesHead(const std::string& locals, const Style& style);
std::string RuleText(const ReportRow& row, bool first_of_rule, const Style& style);
// The text under the table: counts, the reasons of empty cells, and the arguments for faults that
// were not caught.
std::string RulesFoot(const std::vector<ReportRow>& rows, const std::string& locals,
                      const Style& style);

// The whole table of a discipline.
std::string RulesText(const std::vector<ReportRow>& rows, const std::string& locals,
                      const Style& style);

}  // namespace properties
