// properties/memory/core_lists.h -- core's own lists, sets and maps, used beside those of the
// standard library.
//
// What the collector keeps in them decides what lives, and a heap of a few objects fills no page
// and no bucket of theirs twice. So each is used by itself here: a hundred operations of all that
// it can do, and after each its answers are compared with those of a plain container.
//
// Read next: properties/memory/memory_run.h.

#pragma once

#include <cstddef>
#include <cstdint>

#include "properties/base/paper_run.h"

namespace properties::memory {

inline constexpr std::size_t kListKinds = 6;

// Uses a container of the kind, as the seed says. `lies`: it forgets what it was given.
void CompareLists(std::size_t kind, std::uint64_t seed, bool lies, PaperVerdict& verdict);

}  // namespace properties::memory
