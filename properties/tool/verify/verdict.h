// properties/tool/verify/verdict.h -- the last line of a report, and the exit status.
//
// The order of the questions matters. A wrong collector is wrong, whatever else was not tried; a
// judge that may be blind cannot say that a collector is right; and what was not tried is not
// agreement.

#pragma once

#include "properties/report/report.h"
#include "properties/tool/command_line/verify_options.h"

namespace tool {

// A report that has only what was asked for.
properties::Report EmptyReport(const VerifyOptions& options);

// Whether a search has found the collector wrong with all rules obeyed. What the corpus finds may
// be a trace that has become stale.
bool FailsItself(const properties::Report& report);

// What a broken rule changes is of no interest in such a collector, and its author waits for the
// verdict: takes the rules out of the report, and says so; and says it of searches that have a
// brief form, if anything disagreed.
void LeaveOut(bool has_rules, bool has_brief, properties::Report& report);

// Sets the verdict, the sentence and the exit code, from the sections, rules and failures.
void GiveVerdict(const VerifyOptions& options, properties::Report& report);

// The same for a counterexample search (`--without`): the status is 1 if the fault was caught, 4 if
// it was not, and 0 if it is argued to be redundant.
void GiveCounterexampleVerdict(const VerifyOptions& options, properties::Report& report);

}  // namespace tool
