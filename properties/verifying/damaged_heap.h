// properties/verifying/damaged_heap.h -- the judge's own checker is judged: a sound heap is damaged
// in one place, the verifier must say which rule that breaks, where and in which words, and it must
// find nothing when the place is mended.
//
// Damage is done to what the collector keeps, not by a mistake of a program: a mark that differs
// from its copy, a list with what was freed, a free index with a flag. So each clause is seen to
// find what it is for, in heaps of any shape and at any moment of a cycle.

#pragma once

#include <cstdint>

#include "properties/base/paper_run.h"

namespace properties::verifying {

// Does each kind of damage to a heap drawn by the seed, as far as there is something that can be
// damaged. `lies`: the verifier is said to find nothing.
void JudgeDamages(std::uint64_t seed, bool lies, PaperVerdict& verdict);

}  // namespace properties::verifying
