// properties/memory/core_tables.h -- core's table of objects by itself, beside one on paper.
//
// A judged heap has a few objects. It does not come to the end of a chunk, has no low indices in a
// table that was made at once, and no thousand released ones for which memory is wanting. So a
// table is used by itself here: hundreds of indices are taken, claimed, released and given back,
// and it is compared which one is given, what is free and in which order, and where a search of the
// mark map stops. Both layouts of an entry are written and read by themselves.
//
// Read next: reference/memory/paper_table.h, properties/memory/memory_run.h.

#pragma once

#include <cstdint>

#include "properties/base/paper_run.h"

namespace properties::memory {

// As the seed says. `lies`: an index is forgotten that came back.
void CompareTables(std::uint64_t seed, bool lies, PaperVerdict& verdict);

}  // namespace properties::memory
