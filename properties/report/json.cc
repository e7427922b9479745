// properties/report/json.cc -- conversions that the macros in the header cannot express.

#include "properties/report/json.h"

namespace properties {

using nlohmann::json;

namespace {

std::string Indented(json value) {
  value["schema"] = kReportSchema;
  return value.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace

void to_json(json& out, const ReportColumn& column) {
  out = {{"traces", column.traces}};
  for (std::size_t checker = 0; checker < kCheckerCount; ++checker) {
    json& until = out[std::string(kCheckerWords[checker])];
    if (column.traces_until[checker]) until = *column.traces_until[checker];
  }
}

void from_json(const json& in, ReportColumn& column) {
  in.at("traces").get_to(column.traces);
  for (std::size_t checker = 0; checker < kCheckerCount; ++checker) {
    const json& until = in.at(std::string(kCheckerWords[checker]));
    if (!until.is_null()) column.traces_until[checker] = until.get<std::uint64_t>();
  }
}

void to_json(json& out, const ReportDetectionCost& cost) {
  out = {{"empty", nullptr}, {"seeds", nullptr}, {"reason", cost.reason}};
  if (cost.from_empty) out["empty"] = *cost.from_empty;
  if (cost.from_seeds) out["seeds"] = *cost.from_seeds;
}

void from_json(const json& in, ReportDetectionCost& cost) {
  in.at("reason").get_to(cost.reason);
  if (!in.at("empty").is_null()) cost.from_empty = in.at("empty").get<std::uint64_t>();
  if (!in.at("seeds").is_null()) cost.from_seeds = in.at("seeds").get<std::uint64_t>();
}

std::string JsonText(const Report& report) { return Indented(report); }

std::string JsonText(const std::vector<ReportRow>& rows, const std::vector<ThreadRow>& threads) {
  return Indented({{"rules", rows}, {"threads", threads}});
}

}  // namespace properties
