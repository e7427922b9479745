// properties/memory/core_mapped.h -- what a source of blocks has from the system, and that it all
// goes back.
//
// A source says how many bytes it has mapped, and could be wrong: the system aligns to pages, so
// more is mapped than is kept, and what is too much has to go back at once. So the addresses that
// the process has are compared with what the source says, and with those before once it is dropped.
//
// Read next: core/memory/block_source.h, properties/memory/memory_run.h.

#pragma once

#include <cstdint>

#include "properties/base/paper_run.h"

namespace properties::memory {

// Whether the addresses of the process can be asked for here: Linux, and no sanitizer that maps
// memory of its own meanwhile.
bool CanCompareMapped();
// As the seed says. `lies`: the source is not dropped.
void CompareMapped(std::uint64_t seed, bool lies, PaperVerdict& verdict);
// The same over the build with faults, which asks for the lock wherever it is needed.
void CompareMappedWithChecks(std::uint64_t seed, PaperVerdict& verdict);

}  // namespace properties::memory
