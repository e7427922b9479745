// fuzz/mutation/renaming.h -- gives a slice of one trace names that fit into another.
//
// Read next: fuzz/mutation/trace_mutator.h.

#pragma once

#include <span>

#include "fuzz/mutation/vocabulary.h"
#include "properties/base/random.h"
#include "reference/trace/trace.h"

namespace fuzz {

// Renames the objects of a slice, so that it can stand at the place that the vocabulary describes.
// An object that the slice makes gets a new name, while there are any below kMostNames; an object
// that the slice uses without making it is replaced by one that can be named there. Equal names
// stay equal.
void Rename(std::span<reference::Operation> slice, const Vocabulary& vocabulary,
            properties::Random& random);

}  // namespace fuzz
