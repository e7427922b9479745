// model/explorer/counterexample_search.h -- finds, for each fault, the shortest run that shows it,
// or that there is none.
//
// With all verbs, three objects have too many states to visit them all. But no fault needs all
// verbs: a fault in moves needs no weak references, for example. So the search for a fault uses
// small heaps with the verbs of its rule, and those that every wavefront needs. If no such heap
// shows the fault, its rule is redundant for these heaps; whether it is for every heap, the proof
// says (model/proof).
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
  std::optional<Witness> witness;  // a shortest witness on these heaps
  struct Heap {
    Bounds bounds;
    Exploration exploration;
  };
  std::vector<Heap> heaps;  // the heaps that were searched, in order

  // Whether there is no witness, and every heap was searched to the end.
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

// The bounds as reports show them: "3 objects x 1 field: create, store, root, unroot, start, tick".
std::string Describe(const Bounds& bounds);

// Whether the model takes for granted that the fault is not committed. Of the rules between threads
// it does: the machine's steps come one after the other, which with threads is true only while
// lock-excludes holds; and a unit of marking scans one object, which several workers do only while
// none of them loses an object or takes one twice. Whether the protocols uphold that, is searched
// in model/threads. And an object of the machine is its fields: it has no class, which could have
// another above it or change, so that of schema-is-whole only a field that is missed can be said.
bool IsAssumed(gc::Fault fault);

}  // namespace model
