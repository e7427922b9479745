// properties/tool/command_line/exit_codes.h -- what the exit statuses of the program mean; scripts
// rely on these numbers.
//
// Inconclusive is not agreement: a merge that requires exit status 0 must not pass because a run
// was cut short. The broken baseline has a number of its own, because "the collector is wrong" and
// "the judge that would notice is blind" need different remedies.

#pragma once

namespace tool {

enum ExitCode : int {
  kExitAgree = 0,
  kExitDisagree = 1,      // with --without: the broken rule was caught
  kExitUsage = 2,         // a wrong command line, or a file that cannot be read
  kExitInconclusive = 3,  // nothing was found, but not everything was tried
  kExitBaseline = 4,      // a broken rule was not caught and is not redundant; a self-check failed
  kExitInternal = 70,     // a bug of this program
};

}  // namespace tool
