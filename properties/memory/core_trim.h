// properties/memory/core_trim.h -- what a heap keeps for later goes back when it is trimmed
// (S14.3).
//
// A heap has some thirty lists, each of which grows with the objects of one cycle. That none of
// them is forgotten cannot be seen in any answer of the heap: so the memory of the process is
// compared, before a heap was large and after it was trimmed.
//
// Read next: properties/memory/memory_run.h.

#pragma once

#include <cstddef>
#include <cstdint>

#include "properties/base/paper_run.h"

namespace properties::memory {

// Whether the memory of the process can be asked for here.
bool CanCompareTrimmed();
// Bytes that the process has from malloc; 0 where that cannot be asked for.
std::size_t BytesInUse();
// With so many workers. `lies`: the heap is not trimmed.
void CompareTrimmed(std::uint32_t workers, bool lies, PaperVerdict& verdict);

}  // namespace properties::memory
