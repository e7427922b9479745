// properties/base/fault_names.h -- rules and faults of core by the names that a person types.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/faults.h"

namespace properties {

// The name of a fault: "rule/variant".
std::string NameOf(gc::Fault fault);

// The fault that is called "rule/variant"; empty if there is none.
std::optional<gc::Fault> FaultNamed(std::string_view rule_and_variant);

// The rule of this name, such as "insertion-barrier"; empty if there is none.
std::optional<gc::Rule> RuleNamed(std::string_view name);

}  // namespace properties
