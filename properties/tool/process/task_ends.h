// properties/tool/process/task_ends.h -- of what did a child die: of the subject, or of the system?
//
// Read next: properties/tool/process/worker.h.

#pragma once

#include <string_view>

namespace tool {

// No collector sends itself one of these. They come from the system when memory, time or the size
// of a file is used up, or from a person: the subject may be as sound as any.
bool ComesFromOutside(int signal);

// Writes the whole text, unless the reader is gone: how a child ends that has a result.
void WriteAll(int descriptor, std::string_view text);

}  // namespace tool
