// fuzz/settings.h -- how the faulty core is judged, as the environment says.
//
// A fuzzer's command line is its runtime's, so what is meant for the target goes by environment:
//
//     TRICOLOUR_WITHOUT  rule/variant, or several with commas: the faults; none if it is not set
//     TRICOLOUR_LOCALS   dead, rescanned or black: every trace is judged under this discipline,
//                        whatever its bytes say
//     TRICOLOUR_EYES     outcome: only what a mutator could notice counts; all if it is not set
//
// Read next: fuzz/judged.h.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "properties/corpus.h"
#include "properties/judge.h"
#include "reference/trace.h"

namespace fuzz {

struct Settings {
  std::string subject = "core";  // as the program knows it
  std::string without;           // as it was given
  gc::FaultSet faults;
  std::optional<reference::Locals> locals;
  properties::JudgeOptions judge;
};

// Reads the variables by a function that gives their values, null for those that are not set. The
// alternative is a sentence that says what is wrong.
std::variant<Settings, std::string> SettingsBy(
    const std::function<const char*(const char*)>& variable);

// The same from the process's environment. What is wrong there is printed, and ends the process
// with status 2: a misspelt fault would otherwise look like one that nobody catches.
Settings SettingsOfEnvironment();

}  // namespace fuzz
