// properties/report/proof_text.h -- proofs as text for a terminal, and as JSON.
//
// Read next: properties/matrix/proof_table.h, properties/matrix/fault_proof.h.

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "properties/matrix/fault_proof.h"
#include "properties/matrix/proof_table.h"
#include "properties/report/json.h"
#include "properties/report/style.h"

namespace properties {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProofGroup, heaps, sentence, proved, untouched, broken,
                                   inconclusive, seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProofLine, heaps, action, claim, sentence, verdict, seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProofCounts, conditions, asked, untouched, repeated,
                                   repeated_untouched, broken, inconclusive)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ProofTable, locals, counts, groups, lines, seconds)

// One line for each group of conditions, or, with `all`, for each condition; conditions that do not
// hold are listed in either case.
std::string ProofText(const ProofTable& table, bool all, const Style& style);

// What the number of conditions is made of, in three lines.
std::string CountsText(const ProofCounts& counts, const Style& style);

// The verdict, what breaks, and the witness.
std::string FaultProofText(const FaultProof& proof, const Style& style);

// The machine's own first finding beside the length of the witness, and what Z3 says of it.
std::string LengthText(const FaultProof& proof, const Style& style);
// For what a rule is necessary: "safety, order", "progress only".
std::string PurposeText(const FaultProof& proof);

// How core replays the witness: "fails on core without the rule (outcome), passes on core".
std::string ReplayText(const FaultProof& proof);

}  // namespace properties
