// properties/bench/subjects/core.h -- the collector of this house, measured.
//
// Read next: properties/bench/subjects/plain.h.

#pragma once

#include <cstdint>
#include <memory>

#include "properties/bench/serve/subject.h"

namespace bench {

// How W6 is collected: in slices within the budget, at once each second, or not at all.
enum class Pace : std::uint8_t { kSlices, kAtOnce, kNever };

// `workers`: threads that do a step's work, the caller's included.
std::unique_ptr<Subject> MakeCore(std::uint32_t workers, Pace pace = Pace::kSlices);

}  // namespace bench
