// properties/tool/failures/report_files.cc -- writes the forms of one report.

#include "properties/tool/failures/report_files.h"

#include <utility>

#include "properties/page/run_page.h"
#include "properties/tool/failures/failure_files.h"

namespace tool {

using properties::Format;

void WriteReports(const std::string& folder, const properties::Report& report,
                  const std::string& plain) {
  constexpr std::pair<Format, const char*> kFiles[] = {{Format::kJson, "/report.json"},
                                                       {Format::kJUnit, "/report.xml"},
                                                       {Format::kSarif, "/report.sarif"},
                                                       {Format::kMarkdown, "/report.md"}};
  WriteFile(folder + "/report.txt", plain);
  for (const auto& [format, file] : kFiles) {
    WriteFile(folder + file, properties::TextIn(format, report));
  }
  WriteFile(folder + "/run.html", properties::RunPage(report));
}

}  // namespace tool
