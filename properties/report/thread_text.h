// properties/report/thread_text.h -- the thread rules' matrix as a table for a terminal.
//
//     mark-once
//       load-then-store   mark word   18, none wrong   broken promise  4 sequential   no  no
//
// There is one line for each fault: the machine that has the rule, and how many of its states were
// explored with every rule obeyed; what goes wrong without the rule, in how many turns, under which
// memory model; and whether a running core that is broken so shows it. A cell without a value has
// its reason under the table.
//
// Read next: properties/matrix/thread_rows.h.

#pragma once

#include <string>
#include <vector>

#include "properties/report/report.h"
#include "properties/report/style.h"

namespace properties {

// The whole table: a head, a line for each fault, a legend and the reasons.
std::string ThreadRulesText(const std::vector<ThreadRow>& rows, const Style& style);

// One fault: its sentence, its shortest wrong interleaving as a drawing, and what a running program
// shows.
std::string ThreadRuleText(const ThreadRow& row, const Style& style);

}  // namespace properties
