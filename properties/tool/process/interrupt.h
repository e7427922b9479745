// properties/tool/process/interrupt.h -- Ctrl-C ends a run early and still gives its report.

#pragma once

namespace tool {

// From now on the first SIGINT or SIGTERM is remembered; a second one ends the program.
void CatchInterrupts();
bool Interrupted();

}  // namespace tool
