// fuzz/targets/settings.cc -- words of the environment, each looked up where it is defined.

#include "fuzz/targets/settings.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "properties/base/fault_names.h"
#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/lua/lua_subject.h"

namespace fuzz {
namespace {

// Adds the faults of a list. Returns the first word that names no fault; empty if all do.
std::string_view AddFaults(std::string_view list, gc::FaultSet& faults) {
  while (!list.empty()) {
    const std::string_view word = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), word.size() + 1));
    const std::optional<gc::Fault> fault = properties::FaultNamed(word);
    if (!fault) return word;
    faults.Add(*fault);
  }
  return {};
}

std::optional<reference::Locals> LocalsNamed(std::string_view word) {
  const auto found = std::ranges::find(reference::kLocalsWords, word);
  if (found == reference::kLocalsWords.end()) return std::nullopt;
  return static_cast<reference::Locals>(found - reference::kLocalsWords.begin());
}

bool IsSubject(const std::string& name) {
  return name == "core" || properties::LuaOptionsFrom(name).has_value();
}

}  // namespace

std::unique_ptr<reference::Subject> MakeSubject(const Settings& settings) {
  if (const auto lua = properties::LuaOptionsFrom(settings.subject)) {
    return properties::MakeLuaSubject(*lua);
  }
  if (settings.faults.Empty()) return properties::MakeCoreSubject();
  return properties::MakeFaultyCoreSubject(settings.faults);
}

std::variant<Settings, std::string> SettingsBy(
    const std::function<const char*(const char*)>& variable, const std::string& subject) {
  Settings settings{.subject = subject};
  if (const char* const name = variable("TRICOLOUR_SUBJECT")) settings.subject = name;
  if (!IsSubject(settings.subject)) {
    return "there is no subject \"" + settings.subject +
           "\"; TRICOLOUR_SUBJECT is core, lua, "
           "lua:generational, lua:spare-known or lua:generational,spare-known";
  }
  if (const char* const without = variable("TRICOLOUR_WITHOUT")) {
    settings.without = without;
    const std::string_view wrong = AddFaults(settings.without, settings.faults);
    if (!wrong.empty()) {
      return "TRICOLOUR_WITHOUT: \"" + std::string(wrong) + "\" is no rule/variant of core/rules.h";
    }
  }
  if (const char* const locals = variable("TRICOLOUR_LOCALS")) {
    settings.locals = LocalsNamed(locals);
    if (!settings.locals) return "TRICOLOUR_LOCALS is none of dead, rescanned and black";
  }
  for (const char* const name : {"TRICOLOUR_CHECKERS", "TRICOLOUR_EYES"}) {  // the older name last
    const char* const checkers = variable(name);
    if (checkers == nullptr) continue;
    if (checkers != std::string_view("outcome")) return std::string(name) + " is not outcome";
    settings.judge.invariant = settings.judge.verifier = false;
  }
  return settings;
}

Settings SettingsOfEnvironment(const std::string& subject) {
  auto settings = SettingsBy([](const char* name) { return std::getenv(name); }, subject);
  if (const std::string* const wrong = std::get_if<std::string>(&settings)) {
    std::fprintf(stderr, "%s\n", wrong->c_str());
    std::exit(2);
  }
  return std::get<Settings>(settings);
}

}  // namespace fuzz
