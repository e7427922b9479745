// properties/tool/failures/failure_files.h -- the folder in which a run leaves its failures.
//
// Read next: properties/tool/failures/failures.h.

#pragma once

#include <string>

#include "properties/report/report.h"
#include "properties/tool/command_line/choices.h"

namespace tool {

// The folder for the files of a run: makes it if need be, and takes the files of the run before out
// of it. Other files are left alone. Throws UsageError if it cannot be written.
void PrepareFolder(const std::string& folder);
void ClearFolder(const std::string& folder);

// Writes N.trace and N.txt for each failure, from 1, and sets its files and its replay command.
// `choices` are what the failure needs beside its trace.
void WriteFailure(const std::string& folder, std::size_t number, const Choices& choices,
                  properties::ReportFailure& failure);

void WriteFile(const std::string& path, const std::string& text);

}  // namespace tool
