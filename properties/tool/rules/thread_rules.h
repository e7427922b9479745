// properties/tool/rules/thread_rules.h -- the rules that only threads can break, for the commands.
//
// Core has no switch for them and no trace breaks them, so they take no part in `--without`; but
// a rule of theirs that is asked for by name is answered all the same.
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

// Computes the whole table; TakeThreadRows reads it, and gives none if it was cut short.
Task ThreadRulesTask();
std::vector<properties::ThreadRow> TakeThreadRows(const TaskEnd& end);

// Names and sentences, of those that core/rules.h does not have.
void SayThreadNames(const properties::Style& style);

// The rule, where core says that it upholds it, and each of the faults with its interleaving. Rows
// of these faults are returned.
std::vector<properties::ThreadRow> SayThreadRule(const std::vector<model::threads::Fault>& faults,
                                                 const properties::Style& style);

// Whether each row has what it should: a sound machine, and a fault that shows.
bool AllShown(const std::vector<properties::ThreadRow>& rows);

}  // namespace tool
