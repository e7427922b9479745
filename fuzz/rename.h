// fuzz/rename.h -- gives a slice of one trace names that fit into another.
//
// Read next: fuzz/trace_mutator.h.

#pragma once

#include <cstddef>
#include <span>

#include "fuzz/vocabulary.h"
#include "properties/random.h"
#include "reference/trace.h"

namespace fuzz {

// Renames the objects of a slice that is to stand at `position` of the trace that the vocabulary
// describes. What the slice makes gets names that are new there, as long as there are any below
// kMostNames; what it uses without making it becomes something that was made there before. One name
// stays one name.
void Rename(std::span<reference::Operation> slice, const Vocabulary& vocabulary,
            std::size_t position, properties::Random& random);

}  // namespace fuzz
