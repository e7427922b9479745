// reference/oracle/violation.h -- the properties that a run can violate.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "reference/trace/trace.h"

namespace reference {

// The oracle finds those up to kExpectation, the judge's other checkers find the rest.
enum class Property : std::uint8_t {
  kSafety,
  kFields,
  kCompleteness,
  kWeakAnswer,
  kOrder,
  kProgress,
  kPause,
  kExpectation,
  kTricolour,
  kVerifier,
  kSelfCheck,
  kSimulation,
  kClusters,
  kCount,
  kSurvey,
};
inline constexpr std::array<std::string_view, 15> kPropertyWords = {
    "safety",     "fields",     "completeness", "weak-answer", "order",
    "progress",   "pause",      "expectation",  "tri-colour",  "verifier",
    "self-check", "simulation", "clusters",     "count",       "survey"};
constexpr std::string_view WordOf(Property property) {
  return kPropertyWords[static_cast<std::size_t>(property)];
}

// A property that does not hold, the object it was seen on, and one sentence.
struct Violation {
  Property property = Property::kSafety;
  Name object = kNull;
  std::string message;
};

inline Violation Wrong(Property property, Name object, std::string message) {
  return {property, object, std::move(message)};
}

// A violation, or none.
using Finding = std::optional<Violation>;

}  // namespace reference
