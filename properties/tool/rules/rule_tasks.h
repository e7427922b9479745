// properties/tool/rules/rule_tasks.h -- the rule matrix, a child process for each fault.
//
// A judge that agrees with everything agrees with a sound collector too. So each rule is broken in
// each of its ways, and it must be noticed. A fault that no mutator can notice is told from one
// that was missed by the table of arguments in properties/matrix/redundancy.h.
//
// Read next: properties/matrix/matrix.h.

#pragma once

#include <string>
#include <vector>

#include "core/faults.h"
#include "properties/report/report.h"
#include "properties/tool/command_line/verify_options.h"
#include "properties/tool/process/worker.h"

namespace tool {

struct RuleCase {
  gc::Fault fault;
  reference::Locals locals;
};

// Every fault in every discipline that the options ask for.
std::vector<RuleCase> RuleCases(const VerifyOptions& options);

// Measures both searches on one fault. Its result unpacks to a ReportRow.
Task MeasureRule(const RuleCase& rule, const VerifyOptions& options);

// The row as its worker left it, also if it was not tried or died.
properties::ReportRow TakeRow(const RuleCase& rule, const TaskEnd& end);

// What `--without` finds of one fault.
struct CounterexampleResult {
  properties::ReportRow row;
  properties::ReportFailure failure;  // without files and replay; no operations: it was not caught
};

// Catches one fault as soon as possible and explains the shrunk trace.
Task FindCounterexampleOfRule(const RuleCase& rule, const VerifyOptions& options);
CounterexampleResult UnpackedCounterexample(const std::string& text);

// Whether the status of a row leaves the baseline whole.
bool IsWhole(const properties::ReportRow& row);

}  // namespace tool
