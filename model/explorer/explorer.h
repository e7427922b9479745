// model/explorer/explorer.h -- every run of a small heap, breadth first, each state once.
//
// Proof says that no heap breaks a rule's promise; a search says how the smallest one does. From
// the empty heap every step is tried in every state, states seen before are dropped up to symmetry,
// and what a step breaks is compared with the oracle by running it as a trace. Breadth first, so
// the first witness is a shortest one.
//
// When no state is left the heap is exhausted: with these entries, fields and verbs there is no
// witness, however long the run.
//
// Read next: next_steps.h, then symmetry.h for what "up to symmetry" relies on.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "model/explorer/next_steps.h"
#include "model/replay/witness.h"

namespace model {

// A set of properties, to search for one kind of violation at a time.
class PropertySet {
 public:
  static constexpr PropertySet All() { return PropertySet(~0u); }
  constexpr PropertySet() = default;
  constexpr PropertySet& Add(reference::Property property) {
    bits_ |= 1u << static_cast<unsigned>(property);
    return *this;
  }
  constexpr bool Has(reference::Property property) const {
    return (bits_ >> static_cast<unsigned>(property) & 1u) != 0;
  }

 private:
  constexpr explicit PropertySet(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = 0;
};

struct Exploration;

struct ExploreOptions {
  gc::FaultSet faults;
  reference::Locals locals = reference::Locals::kDead;
  Bounds bounds;
  PropertySet properties = PropertySet::All();
  std::uint64_t max_states = 20'000'000;  // about 50 bytes each
  std::size_t max_depth = 1'000;
  // Whether a confirmed witness is the one looked for, for callers that can replay it elsewhere.
  // If unset, any is.
  std::function<bool(const Witness&)> accept;
  // Told after each depth how far the search is.
  std::function<void(const Exploration&)> progress = {};
  // Asked every thousand states or so; true ends the search, not exhausted.
  std::function<bool()> stop = {};
};

struct Exploration {
  std::uint64_t states = 0;  // up to symmetry
  std::uint64_t steps = 0;   // taken from them
  std::size_t depth = 0;     // operations and units from the empty heap
  double seconds = 0;
  bool exhausted = false;         // no state was left
  std::uint64_t unconfirmed = 0;  // findings that real orders of lists and indices did not show
  std::size_t first_finding = 0;  // the depth of the first finding in any order; 0: none
  std::optional<Witness> witness;

  double StatesPerSecond() const { return seconds > 0 ? static_cast<double>(states) / seconds : 0; }
};

Exploration Explore(const ExploreOptions& options);

// A heap on which an object's whole life can be seen, from birth through roots and fields, marking
// and gather, to its destruction: at once, or, if asked for, after waiting until it is ready, which
// makes the states some eight times as many.
Bounds WholeLife(std::size_t entries, std::size_t fields, reference::Locals locals,
                 bool waiting = false);

}  // namespace model
