// properties/tool/reports/one_report.h -- the result of a command that tries one thing, as a
// report.
//
// `verify` tries a hundred things, and has a report in five forms. A command that tries one thing
// is a report with one section, and so has the same forms.
//
// Read next: properties/report/report.h.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "properties/judge/judge.h"
#include "properties/report/formats/formats.h"
#include "properties/report/report.h"

namespace tool {

// A report without sections, of a run of `command`, which is how it is typed again.
properties::Report ReportOf(const std::string& command, const std::string& subject,
                            std::uint64_t seed = 0);

// Adds a section with this outcome. Its failure, if it has one, is of that section.
properties::ReportSection& AddSection(properties::Report& report, const std::string& group,
                                      const std::string& name, properties::Outcome outcome,
                                      const std::string& tried);
void AddFailure(properties::Report& report, properties::ReportFailure failure);

// Sets the verdict: a section that disagrees decides, then one without a verdict. Prints the report
// in this form, unless it is text, and returns the exit status.
int Conclude(properties::Report& report, const std::string& sentence, properties::Format format);

}  // namespace tool
