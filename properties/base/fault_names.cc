// properties/base/fault_names.cc -- searches the two tables of core/faults.h.

#include "properties/base/fault_names.h"

namespace properties {

std::string NameOf(gc::Fault fault) {
  const gc::FaultEntry& entry = gc::EntryOf(fault);
  return std::string(gc::EntryOf(entry.rule).name) + "/" + std::string(entry.variant);
}

std::optional<gc::Fault> FaultNamed(std::string_view rule_and_variant) {
  for (const gc::FaultEntry& entry : gc::kFaults) {
    if (NameOf(entry.fault) == rule_and_variant) return entry.fault;
  }
  return std::nullopt;
}

std::optional<gc::Rule> RuleNamed(std::string_view name) {
  for (const gc::RuleEntry& entry : gc::kRules) {
    if (entry.name == name) return entry.rule;
  }
  return std::nullopt;
}

}  // namespace properties
