// properties/tool/verify/verify_run.h -- one run of `verify`: what is tried, in which order, and
// the verdict.
//
//     corpus, small heaps, directed random, rules    children, several at a time
//     shrink and explain what failed                 children again
//     write the files, print the verdict
//
// Sections are printed in a fixed order, each as soon as it and all before it are done. All limits
// are counts, so what is found depends on the seed, never on the number of children.
//
// Read next: properties/tool/verify/sections.h, properties/tool/rules/rule_tasks.h.

#pragma once

#include "properties/tool/command_line/verify_options.h"

namespace tool {

// Runs the whole merge gate. Returns the exit status.
int Verify(const VerifyOptions& options);

// Runs only the counterexample search for one broken rule (`--without`). Returns the exit status.
int VerifyWithout(const VerifyOptions& options);

}  // namespace tool
