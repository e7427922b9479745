// properties/tool/rules/proof_tasks.h -- questions to the model, as tasks for child processes.
//
// A solver may run out of bounds, and a witness is replayed on a collector that is broken on
// purpose: so both run in a child process.
//
// Read next: properties/tool/commands/prove.cc.

#pragma once

#include <string>

#include "core/rules.h"
#include "properties/matrix/fault_proof.h"
#include "properties/matrix/proof_table.h"
#include "properties/tool/process/worker.h"
#include "properties/tool/rules/rule_tasks.h"

namespace tool {

// Proves the model in one discipline.
Task ProveModelTask(reference::Locals locals, unsigned jobs);
// The proof from the task's end; empty if the child was cut short or died. Throws again what the
// child threw.
std::optional<properties::ProofTable> TakeProof(const TaskEnd& end);

// Asks the model about a broken rule.
Task ProveFaultTask(const RuleCase& rule, unsigned jobs);
// The answer from the task's end; undecided if the child was cut short or died.
properties::FaultProof TakeFaultProof(const RuleCase& rule, const TaskEnd& end);

}  // namespace tool
