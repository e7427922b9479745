// properties/tool/rules/thread_rules.h -- the rules that only threads can break, for the commands.
//
// Core has no switch for these rules and no trace breaks them, so `--without` refuses them. But a
// command that is asked for one of them by name still answers.
//
// Read next: properties/matrix/thread_rows.h.

#pragma once

#include <string>
#include <vector>

#include "model/threads/rules.h"
#include "properties/report/report.h"
#include "properties/report/style.h"
#include "properties/tool/process/worker.h"

namespace tool {

// The task computes the whole table. TakeThreadRows reads its result, which is empty if the task
// was cut short.
Task ThreadRulesTask();
std::vector<properties::ThreadRow> TakeThreadRows(const TaskEnd& end);

// Prints the names and sentences of those rules that core/rules.h does not have.
void SayThreadNames(const properties::Style& style);

// Prints the rule, the places of core that say they uphold it, and each fault with its
// interleaving. Returns the rows of the faults.
std::vector<properties::ThreadRow> SayThreadRule(const std::vector<model::threads::Fault>& faults,
                                                 const properties::Style& style);

// Whether each row has a sound machine and a fault that shows.
bool AllShown(const std::vector<properties::ThreadRow>& rows);

}  // namespace tool
