// properties/verifying/twins.h -- two heaps with one fingerprint go on in the same way.
//
// A search that meets a fingerprint again leaves out all that could follow. So a part of the state
// that is missing in it hides runs, and nothing fails: fewer things are tried. Here heaps with
// different histories are made until two have the same fingerprint; then the same is done to both,
// and all that they tell and answer must be the same too.
//
//     make 1, make 2, drop 1, collect, drop 2, collect      free: 1, then 2
//     make 1, make 2, drop 2, collect, drop 1, collect      free: 2, then 1: other births follow
//
// Read next: core/inspect/verify/fingerprint.h.

#pragma once

#include <cstdint>

#include "properties/base/paper_run.h"

namespace properties::verifying {

// As the seed says. `lies`: what one of the two tells is left out.
void JudgeTwins(std::uint64_t seed, bool lies, PaperVerdict& verdict);

}  // namespace properties::verifying
