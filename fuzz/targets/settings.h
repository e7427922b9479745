// fuzz/targets/settings.h -- what is judged and how, as the environment says.
//
// libFuzzer's runtime owns the command line, so settings of the target come by environment:
//
//     TRICOLOUR_WITHOUT  rule/variant, or several with commas: the faults; none if it is not set
//     TRICOLOUR_LOCALS   dead, rescanned or black: every trace is judged under this discipline,
//                        whatever its bytes say
//     TRICOLOUR_CHECKERS outcome: only what a mutator could notice counts; if not set, all counts
//     TRICOLOUR_SUBJECT  lua, lua:generational and so on: how fuzz_lua judges Lua; if not set,
//                        known bugs of Lua are spared (lua:spare-known)
//
// Read next: fuzz/targets/judged.h.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "properties/judge/judge.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace fuzz {

struct Settings {
  std::string subject = "core";  // as the program knows it: core, lua, lua:generational, ...
  std::string without;           // as it was given
  gc::FaultSet faults;
  std::optional<reference::Locals> locals;
  properties::JudgeOptions judge{.survey_every = 16};  // each costs as much as many operations
};

// The subject that the settings name: core, core with its faults, or Lua.
std::unique_ptr<reference::Subject> MakeSubject(const Settings& settings);

// Reads the variables by a function that gives their values, null for those that are not set. The
// alternative is a sentence that says what is wrong. `subject` is judged if no variable names one.
std::variant<Settings, std::string> SettingsBy(
    const std::function<const char*(const char*)>& variable, const std::string& subject = "core");

// The same from the environment of the process. A wrong value is printed, and ends the process with
// status 2: a misspelt fault would otherwise look like one that is never caught.
Settings SettingsOfEnvironment(const std::string& subject = "core");

}  // namespace fuzz
