// properties/tool/failures/report_files.h -- a report in all its forms, as files of a run's folder.
//
// Read next: properties/report/formats/formats.h.

#pragma once

#include <string>

#include "properties/report/formats/formats.h"
#include "properties/report/report.h"

namespace tool {

// Writes report.txt, which is `plain`, report.json, .xml (JUnit), .sarif and .md, and the page
// run.html. Throws UsageError if that fails.
void WriteReports(const std::string& folder, const properties::Report& report,
                  const std::string& plain);

}  // namespace tool
