// properties/verifying/reports.h -- what an inspector reports when a marking ends, by what it is
// about.
//
// Included by core_verifying.cc only.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/inspect/report/inspector.h"

namespace properties::verifying {

// The modes in which a marking in slices is verified; all of them look for what is reachable and
// doomed.
enum class Mode : std::uint8_t { kNoMore, kAssumptions, kOnFull, kByChance, kReferencers };
inline constexpr std::size_t kModes = 5;

inline gc::VerificationOptions OptionsOf(Mode mode) {
  return {.unreachable = true,
          .assumptions = mode == Mode::kAssumptions,
          .assumptions_on_full = mode == Mode::kOnFull,  // which such a marking is not
          .assumptions_chance = mode == Mode::kByChance ? 1.0 : 0.0,
          .referencers = mode == Mode::kReferencers};
}
inline bool TellsAssumptions(Mode mode) {
  return mode == Mode::kAssumptions || mode == Mode::kByChance;
}

struct Reports {
  std::string doomed = {};  // what is reachable and doomed, in words
  std::size_t inside = 0;   // referencers inside of objects
  std::size_t others = 0;   // broken assumptions
  std::size_t all = 0;

  gc::FindingSink Sink() {
    return {
        .report = [](void* to, const gc::Finding& one) { static_cast<Reports*>(to)->Take(one); },
        .context = this};
  }

 private:
  void Take(const gc::Finding& one) {
    all += 1;
    if (std::string_view(one.sentence).starts_with("what a root reaches")) {
      doomed += one.text;
    } else {
      (one.rule == gc::Rule::kReferencerBarrier ? inside : others) += 1;
    }
  }
};

}  // namespace properties::verifying
