// model/explorer/counterexample_search.h -- for each fault, the shortest run that shows it, or
// that there is none.
//
// All verbs on three objects at once are too many states to exhaust, and no fault needs all: a
// fault in moves needs no weak references. So each fault is searched for on small heaps with the
// verbs that concern its rule, and those of the wavefront. A fault that no heap shows is redundant
// for these heaps; that it is so for every heap is for the proof to say (model/proof).
//
// Read next: explorer.h.

#pragma once

#include <string>
#include <vector>

#include "core/faults.h"
#include "model/explorer/explorer.h"

namespace model {

struct Counterexample {
  gc::Fault fault = gc::Fault::kStoreWithoutShading;
  reference::Locals locals = reference::Locals::kDead;
  std::optional<Witness> witness;  // a shortest one on these heaps
  struct Heap {
    Bounds bounds;
    Exploration exploration;
  };
  std::vector<Heap> heaps;  // those searched, in order

  // No witness, and every heap searched to the end.
  bool Exhausted() const;
};

struct CounterexampleOptions {
  PropertySet properties = PropertySet::All();
  std::uint64_t max_states = 20'000'000;
  std::function<bool(const Witness&)> accept;  // see ExploreOptions
};

// The heaps on which a fault is searched for under a discipline.
std::vector<Bounds> CounterexampleHeaps(gc::Fault fault, reference::Locals locals);

Counterexample FindCounterexample(gc::Fault fault, reference::Locals locals,
                                  const CounterexampleOptions& options = {});

// "3 objects x 1 field: create, store, root, unroot, start, tick", for reports.
std::string Describe(const Bounds& bounds);

// The model's steps are taken one at a time, and the mutator's locals are dead when one is. For
// threads that is lock-excludes: without it there is no machine to prove anything of. Whether the
// protocol keeps its promise is searched in every interleaving, in model/threads.
bool IsAssumed(gc::Fault fault);

}  // namespace model
