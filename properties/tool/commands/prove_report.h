// properties/tool/commands/prove_report.h -- the proof of the whole model as a report for a
// machine.
//
// Read next: properties/matrix/proof_table.h, properties/tool/reports/one_report.h.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "properties/matrix/proof_table.h"
#include "properties/tool/command_line/format_option.h"

namespace tool {

// Prints a report with a section for each group of conditions; `cut_short`: disciplines that were
// not tried to the end, which have no verdict. Returns the exit status.
int ReportProofs(const std::string& command, const std::vector<properties::ProofTable>& tables,
                 const properties::ProofCounts& counts, std::size_t cut_short, Format format);

}  // namespace tool
