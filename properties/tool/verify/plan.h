// properties/tool/verify/plan.h -- what a run of `verify` tries, before it begins.
//
// Three things decide: the effort, a change that is looked at closer (--since), and a budget
// (--seconds). In each case nothing is tried less far than by the quick run: a verdict that says
// AGREE says at least what that says.
//
// Read next: properties/tool/verify/sections.h, properties/tool/change/focus.h.

#pragma once

#include <string>
#include <vector>

#include "properties/report/report.h"
#include "properties/tool/rules/rule_tasks.h"
#include "properties/tool/verify/sections.h"

namespace tool {

struct Plan {
  std::vector<Section> sections;
  std::vector<RuleCase> rules;
  std::string told;  // what was chosen and why, for the screen; may be empty
};

// Throws UsageError if --since names no commit.
Plan PlanOf(const VerifyOptions& options);

// What a budget left out of a run that has ended, in a sentence; empty if there was no budget.
std::string LeftOut(const VerifyOptions& options, const properties::Report& report);

}  // namespace tool
