// properties/tool/verify/thread_rules.h -- the rules that only threads can break, for the commands.
//
// Core has no switch for them and no trace breaks them, so they take no part in `--without`; but
// who asks for one by name is answered like anybody else.
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

// The faults of "RULE" or "RULE/VARIANT"; none if no thread rule has the name.
std::vector<model::threads::Fault> ThreadFaultsNamed(const std::string& name);

// Computes the whole table; TakeThreadRows reads it, and gives none if it was cut short.
Task ThreadRulesTask();
std::vector<properties::ReportThreadRow> TakeThreadRows(const TaskEnd& end);

// Names and sentences, of those that core/rules.h does not have.
void SayThreadNames(const properties::Style& style);

// The rule, where core says that it upholds it, and each of the faults with its interleaving. Rows
// of these faults are returned.
std::vector<properties::ReportThreadRow> SayThreadRule(
    const std::vector<model::threads::Fault>& faults, const properties::Style& style);

// Whether each row has what it should: a sound machine, and a fault that shows.
bool AllShown(const std::vector<properties::ReportThreadRow>& rows);

}  // namespace tool
