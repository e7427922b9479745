// properties/bench/run/growth.h -- how the time of each part grows with the heap.
//
// Read next: properties/bench/show/table.h.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "properties/base/child.h"
#include "properties/bench/run/results.h"
#include "properties/bench/run/rounds.h"

namespace bench {

using properties::Child;

// The sizes that are tried: powers of ten and four times these, from 10,000 to `most`, as far as
// the memory that is free allows.
std::vector<std::uint32_t> GrowthSizes(std::uint32_t most, std::uint64_t free_bytes);
// The memory that is free now, in bytes.
std::uint64_t FreeMemory();

using Starter = std::function<std::unique_ptr<Child>()>;

// Asks both for each size, a few times, and keeps the least time. Memory is slower in a larger
// heap, for everybody: by how much, `limit` shows, and what all objects need may grow so much
// faster. What grows faster still is a finding.
std::vector<Growth> RunGrowth(const std::vector<std::uint32_t>& sizes, const Starter& parts,
                              const Starter& limit, double silence_seconds,
                              const RoundHooks& hooks);

// The fit of one part. `memory` is the exponent of the limit's reads, at least 1.
void Fit(Growth& growth, double exponent_of_work, double memory);

}  // namespace bench
