// properties/memory/core_dropped.h -- what heaps leave behind that are dropped.
//
// A few collectors are kept to be used again; the others are destroyed. That one of their thirty
// lists was forgotten there cannot be seen in any answer: so the memory of the process is compared
// from round to round, and what it knows of addresses in clusters.
//
// Read next: properties/memory/core_trim.h.

#pragma once

#include "properties/base/paper_run.h"

namespace properties::memory {

// Where the memory of the process can be asked for. `lies`: one heap is not dropped.
void CompareDropped(bool lies, PaperVerdict& verdict);

}  // namespace properties::memory
