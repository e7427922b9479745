// properties/search/exhaustive/variant_alphabets.h -- what small heaps try on each variant of a
// heap.
//
// A setting changes one path through a collector. To try every alphabet on every variant would cost
// as much again for each, and nearly all of it would show what the usual heap has shown. So each
// setting has the alphabet whose operations take its path.
//
// Read next: properties/search/exhaustive/alphabets.h.

#pragma once

#include <cstdint>

#include "properties/search/exhaustive/alphabets.h"
#include "reference/trace/trace.h"

namespace properties {

// The alphabet that tries this setting.
AlphabetGroup GroupOf(reference::Setting setting);

// That alphabet in heaps with this value of the setting.
Alphabet MakeVariantAlphabet(reference::Setting setting, std::uint8_t choice,
                             reference::Locals locals,
                             reference::VerbSet verbs = reference::VerbSet::All());

// How many traces to judge for each value of the setting, where a group of the usual heap has
// `traces`.
std::uint64_t TracesFor(reference::Setting setting, std::uint64_t traces);

}  // namespace properties
