// properties/report/formats/formats.cc -- chooses the form, and reads rule and place out of an
// explanation.

#include "properties/report/formats/formats.h"

#include <charconv>

#include "properties/report/formats/junit.h"
#include "properties/report/formats/markdown.h"
#include "properties/report/formats/sarif.h"
#include "properties/report/json.h"

namespace properties {
namespace {

// "core/pointer/object_ptr.h:109" in two.
Place PlaceFrom(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return {};
  Place place{.file = text.substr(0, colon)};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, place.line);
  return error == std::errc() && rest == end ? place : Place{};
}

}  // namespace

std::string TextIn(Format format, const Report& report) {
  switch (format) {
    case Format::kText:
      break;
    case Format::kJson:
      return JsonText(report);
    case Format::kJUnit:
      return JUnitText(report);
    case Format::kSarif:
      return SarifText(report);
    case Format::kMarkdown:
      return MarkdownText(report);
  }
  return {};
}

Place PlaceOf(const ReportFailure& failure) {
  Place first;
  for (const StepRow& row : failure.explanation.rows) {
    const Place place = PlaceFrom(row.where);
    if (place.file.empty()) continue;
    if (row.mark == Mark::kGuilty) return place;
    if (first.file.empty()) first = place;
  }
  return first;
}

std::string RuleOf(const ReportFailure& failure) {
  const std::string& blame = failure.explanation.blame;
  const std::size_t open = blame.find('('), close = blame.find(')');
  if (open == std::string::npos || close == std::string::npos || close < open) {
    return failure.property;
  }
  const std::string rule = blame.substr(open + 1, close - open - 1);
  constexpr std::string_view kGuess = "likely ";
  return rule.starts_with(kGuess) ? rule.substr(kGuess.size()) : rule;
}

}  // namespace properties
