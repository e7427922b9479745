// properties/report/formats/formats.h -- the forms of a report, by their names.
//
// A person reads text, a script JSON. A build server knows JUnit, a code host SARIF, and the page
// of a pull request Markdown. All are functions of the same report, so they cannot tell different
// stories.
//
// Read next: properties/report/report.h.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "properties/report/report.h"

namespace properties {

enum class Format : std::uint8_t { kText, kJson, kJUnit, kSarif, kMarkdown };

inline constexpr auto kFormatWords =
    std::to_array<std::string_view>({"text", "json", "junit", "sarif", "markdown"});

inline std::string_view WordOf(Format format) {
  return kFormatWords[static_cast<std::size_t>(format)];
}

// The report in this form, with an end of line. Not for kText, which commands print as they go.
std::string TextIn(Format format, const Report& report);

// Where a failure went wrong: the place in the sources that a guilty step names.
struct Place {
  std::string file;  // relative to the top of the sources; empty if no place is known
  unsigned line = 0;
};
Place PlaceOf(const ReportFailure& failure);

// The rule that is blamed: "insertion-barrier"; the property that does not hold if no rule is.
std::string RuleOf(const ReportFailure& failure);

}  // namespace properties
