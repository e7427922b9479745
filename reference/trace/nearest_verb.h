// reference/trace/nearest_verb.h -- which verb or setting an unknown word may have been meant for.

#pragma once

#include <optional>
#include <string_view>

#include "reference/trace/trace.h"

namespace reference {

// The verb fewest typing slips away (a letter left out, put in, changed, or two exchanged; upper
// case is none), if those are few for its length. The beginning of a verb counts as one slip.
std::optional<Verb> NearestVerb(std::string_view word);

// The same among the settings of a heap.
std::optional<Setting> NearestSetting(std::string_view word);

}  // namespace reference
