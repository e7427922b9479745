// properties/tool/process/interrupt.h -- Ctrl-C ends a run early, and the run still reports.

#pragma once

namespace tool {

// From this call on, the first SIGINT or SIGTERM is remembered; a second one ends the program.
void CatchInterrupts();
bool Interrupted();

}  // namespace tool
