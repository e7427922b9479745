// properties/matrix/witnesses.h -- the model's shortest run for each fault, as a corpus entry.
//
// The best start for a fuzzer is what the model found without running the collector: the fewest
// operations that lead to the place where a rule matters. A witness is found by exhausting small
// heaps, which takes about a second; so all are kept as files (fuzz/witnesses), and a test judges
// the files.
//
// Read next: model/explorer/counterexample_search.h.

#pragma once

#include <optional>

#include "core/faults.h"
#include "properties/corpus/corpus.h"
#include "reference/trace/trace.h"

namespace properties {

// The model's witness of a fault in a discipline; empty if the model has none. It is named
// "witness--rule--variant", with "--discipline" behind it unless that is `dead`.
std::optional<CorpusEntry> WitnessOf(gc::Fault fault, reference::Locals locals);

}  // namespace properties
