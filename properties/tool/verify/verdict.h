// properties/tool/verify/verdict.h -- the one line at the end of a report, and the exit status with
// it.
//
// The order matters: a collector that is wrong is wrong, whatever else was not tried; a judge that
// may be blind cannot say that a collector is right; and what was not tried is not agreement.

#pragma once

#include "properties/report/report.h"
#include "properties/tool/command_line/verify_options.h"

namespace tool {

// A report of which nothing is known but what was asked.
properties::Report EmptyReport(const VerifyOptions& options);

// Sets verdict, sentence and exit code from the sections, rules and failures.
void GiveVerdict(const VerifyOptions& options, properties::Report& report);

// The same for a counterexample search, `--without`: caught is 1, not caught is 4, argued redundant
// is 0.
void GiveCounterexampleVerdict(const VerifyOptions& options, properties::Report& report);

}  // namespace tool
