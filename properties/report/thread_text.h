// properties/report/thread_text.h -- the thread rules' matrix as a table for a terminal.
//
//     mark-once
//       load-then-store   mark word   18, none wrong   broken promise  4 sequential   no  no
//
// One line a fault: the machine that has the rule, and how many states of it were explored with
// every rule obeyed; what goes wrong without the rule, in how many turns, under which memory; and
// whether core, broken so and run, shows it. Cells without a value have their reason under the
// table.
//
// Read next: properties/matrix/thread_rows.h.

#pragma once

#include <string>
#include <vector>

#include "properties/report/report.h"
#include "properties/report/style.h"

namespace properties {

// The whole table: head, a line a fault, legend and reasons.
std::string ThreadRulesText(const std::vector<ThreadRow>& rows, const Style& style);

// One fault: its sentence, the shortest wrong interleaving drawn, and what a running program shows.
std::string ThreadRuleText(const ThreadRow& row, const Style& style);

}  // namespace properties
