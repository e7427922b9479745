// fuzz/seeds.h -- the traces from which a fuzzer starts, as bytes.
//
// Read next: reference/trace/trace_bytes.h.

#pragma once

#include <optional>

#include "fuzz/mutation/byte_mutator.h"
#include "reference/trace/trace.h"

namespace fuzz {

// The trace as bytes, without its expectations, which bytes cannot express. Empty if it is too
// large for bytes even so.
std::optional<Bytes> SeedOf(reference::Trace trace);

}  // namespace fuzz
