// properties/matrix/detection_cost.cc -- reads the built-in measurement, once.

#include "properties/matrix/detection_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "properties/base/fault_names.h"
#include "properties/matrix/redundancy.h"

namespace properties {
namespace {

using nlohmann::json;
using reference::Locals;

std::optional<std::uint64_t> RunsOf(const json& value) {
  if (value.is_null()) return std::nullopt;
  return value.get<std::uint64_t>();
}

Locals LocalsOf(const std::string& word) {
  const auto found = std::ranges::find(reference::kLocalsWords, word);
  if (found == reference::kLocalsWords.end()) throw std::runtime_error("no discipline: " + word);
  return static_cast<Locals>(found - reference::kLocalsWords.begin());
}

std::string ReasonOf(gc::Fault fault, const DetectionCost& cost, const FuzzMeasurement& measured) {
  if (cost.from_empty && cost.from_seeds) return {};
  if (const auto redundancy = RedundancyOf(fault, measured.locals)) {
    return fmt::format("redundant with locals {}", WordOf(measured.locals));
  }
  return fmt::format("not in {} runs", measured.cap);
}

// The measurement in the JSON; throws a sentence if something is wrong with it.
FuzzMeasurement MeasurementOf(const json& whole) {
  FuzzMeasurement measured{.locals = LocalsOf(whole.at("locals").get<std::string>()),
                           .checkers = whole.at("checkers").get<std::string>(),
                           .cap = whole.at("cap").get<std::uint64_t>(),
                           .tries = whole.at("tries").get<unsigned>()};
  for (const json& row : whole.at("faults")) {
    const auto name = row.at("fault").get<std::string>();
    const std::optional<gc::Fault> fault = FaultNamed(name);
    if (!fault) throw std::runtime_error("no fault: " + name);
    DetectionCost cost{.from_empty = RunsOf(row.at("empty")),
                       .from_seeds = RunsOf(row.at("seeds")),
                       .seeds_left_out = row.at("left_out").get<std::size_t>()};
    cost.reason = row.value("unmeasured", ReasonOf(*fault, cost, measured));
    if (!measured.faults.emplace(*fault, std::move(cost)).second) {
      throw std::runtime_error("twice: " + name);
    }
  }
  return measured;
}

}  // namespace

std::variant<FuzzMeasurement, std::string> ReadDetectionCost(std::string_view text) {
  try {
    return MeasurementOf(json::parse(text));
  } catch (const std::exception& wrong) {
    return std::string(wrong.what());
  }
}

const FuzzMeasurement& MeasuredDetectionCost() {
  static const FuzzMeasurement measured = [] {
    auto read = ReadDetectionCost(kDetectionCostText);
    auto* const made = std::get_if<FuzzMeasurement>(&read);
    return made != nullptr ? std::move(*made) : FuzzMeasurement();
  }();
  return measured;
}

std::optional<DetectionCost> DetectionCostOf(gc::Fault fault) {
  const auto& faults = MeasuredDetectionCost().faults;
  const auto found = faults.find(fault);
  if (found == faults.end()) return std::nullopt;
  return found->second;
}

}  // namespace properties
