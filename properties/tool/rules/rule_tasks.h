// properties/tool/rules/rule_tasks.h -- the rule matrix, with a child process for each fault.
//
// A judge that agrees with everything would agree with a sound collector too. So each rule is
// broken in each of its ways, and the judge must notice. The table of arguments in
// properties/matrix/redundancy.h tells a fault that no mutator can notice from a fault that was
// missed.
//
// Read next: properties/matrix/matrix.h.

#pragma once

#include <string>
#include <vector>

#include "core/faults.h"
#include "model/proof/known_questions.h"
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

// How far the searches go for a fault: each until it has caught the fault, which tells what each is
// worth; or both by turns until one has, which takes a fraction of the time.
enum class RuleSearches { kEach, kByTurns };

// Measures the searches on one fault. Its result unpacks to a ReportRow. The tasks of a run share
// `known`, which lives as long as they.
Task MeasureRule(const RuleCase& rule, const VerifyOptions& options, RuleSearches searches,
                 model::KnownQuestions& known);

// The row as its worker returned it; also made if the worker died or was not tried.
properties::ReportRow TakeRow(const RuleCase& rule, const TaskEnd& end);

// What `--without` finds for one fault.
struct CounterexampleResult {
  properties::ReportRow row;
  properties::ReportFailure failure;  // without files and replay; 0 operations: not caught
};

// Catches one fault as soon as it can, and explains the shrunk trace.
Task FindCounterexampleOfRule(const RuleCase& rule, const VerifyOptions& options);
CounterexampleResult UnpackedCounterexample(const std::string& text);

// Whether the status of a row is one of a sound baseline.
bool IsWhole(const properties::ReportRow& row);

}  // namespace tool
