// properties/tool/rules/proof_tasks.h -- what is asked of the model, as work for child processes.
//
// A solver may run wild and a witness is replayed on a collector that is broken on purpose: both
// belong into a child.
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

// Proves the model in a discipline.
Task ProveModelTask(reference::Locals locals, unsigned jobs);
// Throws what the child threw; empty if it was cut short or died.
std::optional<properties::ProofTable> TakeProof(const TaskEnd& end);

// What the model says of a broken rule.
Task ProveFaultTask(const RuleCase& rule, unsigned jobs);
// Undecided if the child was cut short or died.
properties::FaultProof TakeFaultProof(const RuleCase& rule, const TaskEnd& end);

}  // namespace tool
