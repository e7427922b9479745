// properties/bench/show/json.cc -- one object for each structure.

#include "properties/bench/show/json.h"

#include <nlohmann/json.hpp>

#include "properties/bench/run/statistics.h"

namespace bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchema = 1;

const char* NameOf(Kind kind) {
  switch (kind) {
    case Kind::kOurs:
      return "ours";
    case Kind::kPeer:
      return "peer";
    case Kind::kMoving:
      return "moving peer";
    case Kind::kNaive:
      return "naive";
    case Kind::kMarker:
      return "marker";
    case Kind::kByHand:
      return "by hand";
    case Kind::kLimit:
      return "limit";
  }
  return "";
}

Json RatioOrNull(double ratio) { return ratio <= 0 ? Json(nullptr) : Json(ratio); }

Json JsonOf(const Section& section, const Row& row, const Shown& shown) {
  const std::vector<double>& samples = row.samples.at(shown.measure);
  const Spread spread = SpreadOf(samples);
  const auto ratio = [&](Kind kind) {
    return RatioOrNull(RatioTo(kind, section, row, shown.measure));
  };
  return {{"measure", shown.measure},
          {"unit", NameOf(shown.unit)},
          {"median", spread.median},
          {"least", spread.least},
          {"most", spread.most},
          {"samples", samples},
          {"of_best_peer", ratio(Kind::kPeer)},
          {"of_naive", ratio(Kind::kNaive)},
          {"of_marker", ratio(Kind::kMarker)},
          {"of_limit", ratio(Kind::kLimit)}};
}

Json JsonOf(const Section& section, const Row& row) {
  Json json = {{"subject", row.subject},
               {"kind", NameOf(row.kind)},
               {"threads", row.threads},
               {"counted", row.counted},
               {"void", row.why_void.empty() ? Json(nullptr) : Json(row.why_void)},
               {"measures", Json::array()}};
  for (const Shown& shown : section.workload->shown) {
    if (!row.why_void.empty() || !row.samples.contains(shown.measure)) continue;
    json["measures"].push_back(JsonOf(section, row, shown));
  }
  for (const auto& [name, course] : row.courses) json["courses"][name] = course;
  return json;
}

Json JsonOf(const Section& section) {
  Json json = {{"workload", section.workload->name}, {"sentence", section.workload->sentence},
               {"objects", section.objects},         {"edges", section.edges},
               {"expected", section.expected},       {"rows", Json::array()}};
  for (const Row& row : section.rows) json["rows"].push_back(JsonOf(section, row));
  return json;
}

Json JsonOf(const Growth& growth) {
  return {{"what", growth.what},         {"sentence", growth.sentence},
          {"sizes", growth.sizes},       {"milliseconds", growth.milliseconds},
          {"exponent", growth.exponent}, {"allowed", growth.allowed},
          {"finding", growth.too_fast}};
}

}  // namespace

std::string JsonText(const Results& results) {
  Json json = {{"version", kSchema},         {"processors", results.processors},
               {"rounds", results.rounds},   {"load", results.load},
               {"seconds", results.seconds}, {"interrupted", results.interrupted},
               {"sections", Json::array()},  {"growth", Json::array()},
               {"absent", results.absent}};
  for (const Section& section : results.sections) json["sections"].push_back(JsonOf(section));
  for (const Growth& growth : results.growth) json["growth"].push_back(JsonOf(growth));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bench
