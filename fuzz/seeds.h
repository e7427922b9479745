// fuzz/seeds.h -- what a fuzzer starts from: the traces that we have, as bytes.
//
// Read next: reference/trace/trace_bytes.h.

#pragma once

#include <optional>

#include "fuzz/mutation/byte_mutator.h"
#include "reference/trace/trace.h"

namespace fuzz {

// Bytes for the trace without its expectations, which bytes cannot say. Empty if it is too large
// for bytes otherwise.
std::optional<Bytes> SeedOf(reference::Trace trace);

}  // namespace fuzz
