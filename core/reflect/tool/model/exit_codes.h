// core/reflect/tool/model/exit_codes.h -- what the exit statuses of the tool mean; builds rely on
// these numbers.

#pragma once

namespace gc::header_tool {

enum ExitCode : int {
  kExitDone = 0,
  kExitLeft = 1,      // of a conversion: some places have to be changed by hand
  kExitUsage = 2,     // a wrong command line, or a file in which something is wrong
  kExitInternal = 70  // a bug of the tool
};

}  // namespace gc::header_tool
