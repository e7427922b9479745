#include "properties/breaks/break_report.h"

#include <nlohmann/json.hpp>

namespace properties::breaks {

namespace {

constexpr int kSchema = 1;

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TriedBreak, row, name, page, line, file, file_line, noticed, by,
                                   how, seconds, tests)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(BreakReport, breaks, failing, verdict, exit_code, seconds)

std::string JsonText(const BreakReport& report) {
  nlohmann::json json;
  to_json(json, report);
  json["schema"] = kSchema;
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace properties::breaks
