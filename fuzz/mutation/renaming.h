// fuzz/mutation/renaming.h -- gives a slice of one trace names that fit into another.
//
// Read next: fuzz/mutation/trace_mutator.h.

#pragma once

#include <span>

#include "fuzz/mutation/vocabulary.h"
#include "properties/base/random.h"
#include "reference/trace/trace.h"

namespace fuzz {

// Renames the objects of a slice that is to stand where the vocabulary is. What the slice makes
// gets names that are new there, as long as there are any below kMostNames; what it uses without
// making it becomes something that can be named there. One name stays one name.
void Rename(std::span<reference::Operation> slice, const Vocabulary& vocabulary,
            properties::Random& random);

}  // namespace fuzz
