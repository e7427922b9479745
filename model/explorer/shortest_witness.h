// model/explorer/shortest_witness.h -- how short a run can be that shows a fault, in two numbers.
//
// The machine's lists are sets, and its gather may visit any index first; a real table visits its
// indices in the order in which objects were born. So the machine's own first finding may come
// sooner than any run of a real table:
//
//     a is kept, b is lost     the machine       gathers b
//                              a real table      gathers a, then b: one unit more
//                              born as b, a      gathers b: as short as the machine
//
// The third line shows that "a real table" is not one run: it depends on the order of creation. A
// search for counterexamples (counterexample_search.h) replays one order, and takes the first that
// is confirmed. Here every order is tried: indices are kept apart, the gather takes them in order,
// and the search goes on until nothing shorter is possible. Where the two numbers still differ, the
// reason is counted in units.
//
// Read next: counterexample_search.h.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/explorer/counterexample_search.h"

namespace model {

struct ShortestWitness {
  gc::Fault fault = gc::Fault::kStoreWithoutShading;
  reference::Locals locals = reference::Locals::kDead;

  // The machine's own first finding: a lower bound for every run in these heaps, 0 if there is
  // none.
  std::size_t first_finding = 0;
  Bounds found_in;         // the smallest heap that has it
  UnitCounts first_units;  // of the run to it

  // The first finding in which the gather visits its indices in order: a lower bound for a run with
  // a real table. 0: there is none before the witness, or none was searched for, as the witness is
  // as short as the machine's finding.
  std::size_t first_in_order = 0;
  std::optional<Witness> witness;  // the shortest run of a real table that the oracle confirms

  struct Heap {
    Bounds bounds;
    Exploration any_order;  // with states that differ in names as one
    Exploration in_order;   // not searched where no shorter witness can be
  };
  std::vector<Heap> heaps;

  // Whether no run of a real table in these heaps is shorter, if Complete().
  bool Exact() const {
    return witness && (first_in_order == 0 || witness->length == first_in_order ||
                       witness->length == first_finding);
  }
  // Whether every heap was searched far enough for what the numbers say.
  bool Complete() const;
};

struct ShortestOptions {
  // The most states of each search: in the heaps of CounterexampleHeaps, and in the larger ones.
  std::uint64_t max_states = 8'000'000;
  std::uint64_t max_states_large = 1'000'000;
  bool large = true;                           // search 3 x 2, and 4 x 1 for clusters, as well
  std::function<bool(const Witness&)> accept;  // see ExploreOptions
  // A search for counterexamples to the same fault with the same `accept`, or null: a heap of it
  // that was searched to the end, or to its first witness, is not searched again.
  const Counterexample* searched = nullptr;
};

ShortestWitness FindShortest(gc::Fault fault, reference::Locals locals,
                             const ShortestOptions& options = {});

// The heaps that are searched: 2 x 2 and 3 x 1, then 3 x 2 and, for the rules of clusters, 4 x 1.
std::vector<Bounds> ShortestHeaps(gc::Fault fault, reference::Locals locals, bool large);

// Why the witness is longer than the machine's first finding: "1 more unit of gather, since indices
// are visited in order; the oracle sees it 3 units later". Empty if it is not longer.
std::string WhyLonger(const ShortestWitness& shortest);

}  // namespace model
