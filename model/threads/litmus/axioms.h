// model/threads/litmus/axioms.h -- the second witness of the memory: C++20's axioms themselves.
//
// The memory of model/threads/memory/ takes one step after the other, and remembers as little as it
// can. C++20 does not say it so: it says which executions are consistent. An execution is which
// write each read reads, in which order the writes to each location stand, and in which order the
// sequentially consistent events. Here all of them are made for a tiny program, and each is
// checked, so that a mistake in what the memory remembers is seen: both must have the same
// outcomes.
//
// The axioms, in the words of [intro.races], [atomics.order] and [atomics.fences]:
//   happens before        sequenced before and synchronizes with, closed; it has no circle
//   coherence             no event happens before one that stands before it in coherence order
//   atomicity             a read-modify-write stands right behind the write that it reads
//   total order           an order S of the sequentially consistent events exists that keeps what
//                         strongly happens before, and coherence order between what comes after a
//                         fence, or is an event of S, and what comes before one
//   no value from nothing sequenced before and reads-from, together, have no circle: as in RC11,
//                         and stronger than C++20, where a load may read a store that comes later
//
// RC11 [Lahav et al., 2017] is checked beside it; it has another rule in place of the order S. The
// two differ where sequentially consistent accesses and fences are mixed with weaker ones.
//
// Read next: table.h.

#pragma once

#include <set>

#include "model/threads/litmus/litmus.h"

namespace model::threads {

struct AxiomaticAnswer {
  std::set<Outcome> outcomes;  // of the executions that are consistent with C++20
  std::set<Outcome> rc11;      // of those that are consistent with RC11
  bool races = false;          // two accesses in an execution of C++20
  std::size_t executions = 0;  // consistent or not
};
AxiomaticAnswer Enumerate(const Litmus& litmus);

}  // namespace model::threads
