// properties/tool/failures/failure_files.h -- the folder in which a run leaves its failures.
//
// Read next: properties/tool/failures/failures.h.

#pragma once

#include <string>

#include "properties/report/report.h"
#include "properties/tool/command_line/choices.h"

namespace tool {

// The folder for the files of a run. PrepareFolder makes it if it does not exist, and throws
// UsageError if it cannot be written. ClearFolder removes the files of the run before, and leaves
// other files alone.
void PrepareFolder(const std::string& folder);
void ClearFolder(const std::string& folder);

// Writes N.trace, N.txt and the page N.html for each failure, from 1 on, and sets the failure's
// file names and replay command. `choices` are the options that a replay needs beside the trace.
void WriteFailure(const std::string& folder, std::size_t number, const Choices& choices,
                  properties::ReportFailure& failure);

void WriteFile(const std::string& path, const std::string& text);

}  // namespace tool
