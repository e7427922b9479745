// properties/tool/commands/prove_recheck.h -- `prove --cross-check` and `prove --certificate`: a
// second solver is asked.
//
// Read next: model/recheck/cross_check.h, model/recheck/certificate.h.

#pragma once

#include <string>
#include <vector>

#include "core/fault_set.h"
#include "model/recheck/certificate.h"
#include "properties/tool/command_line/choices.h"
#include "reference/trace/trace.h"

namespace tool {

struct RecheckOptions {
  std::vector<reference::Locals> disciplines;
  std::vector<gc::Fault> faults;  // of the broken machine; empty: the sound one
  std::string smt2;               // folder in which the questions stay; may be empty
  std::string certificate;        // folder for certificates, with one folder for each discipline
  model::ProofFormat format = model::ProofFormat::kLfsc;
  unsigned jobs = 2;
  bool all = false;  // a line for each condition
  bool json = false;
};

// Asks the second solver about every condition. Returns the exit status: 0 both agree, 1 they
// disagree or a condition does not hold, 3 one gave up or the solver is not installed.
int CrossCheck(const RecheckOptions& options);

// Makes a certificate of each discipline. Exit status: 0 made, 1 a condition does not hold, 3 a
// proof could not be had.
int Certify(const RecheckOptions& options);

}  // namespace tool
