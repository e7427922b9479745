// properties/matrix/witnesses.h -- the model's shortest run for each fault, as an entry of a
// corpus.
//
// What the model found without ever running the collector is the best that a fuzzer can start from:
// the fewest operations that lead to the place where a rule matters, and no more. They are found by
// exhausting small heaps, which takes about a second each; so they are written down once
// (fuzz/witnesses), and a test holds the files to what judges them.
//
// Read next: model/explorer/counterexample_search.h.

#pragma once

#include <optional>

#include "core/faults.h"
#include "properties/corpus/corpus.h"
#include "reference/trace/trace.h"

namespace properties {

// The model's witness of a fault in a discipline; empty if the model has none there. Named
// "witness--rule--variant", with "--discipline" after it if that is not `dead`.
std::optional<CorpusEntry> WitnessOf(gc::Fault fault, reference::Locals locals);

}  // namespace properties
