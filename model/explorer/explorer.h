// model/explorer/explorer.h -- tries every run of a small heap, breadth first, each state once.
//
// A proof says that a machine never goes wrong; if one does, a search says how. It starts at the
// empty heap and tries every step in every state. A state that equals one seen before, up to
// symmetry, is dropped. If a step breaks a property, the run is replayed as a trace and judged by
// the oracle, and is a witness if the oracle agrees. The search is breadth first, so its first
// witness is a shortest one.
//
// When no state is left, the search is exhausted: with these entries, fields and verbs no run of
// any length is a witness.
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

// A set of properties, so that a caller can search for one kind of violation at a time.
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
  std::uint64_t max_states = 20'000'000;
  // For the states, which take about 60 to 110 bytes each. When there is no room for a new one, the
  // search ends, and is not exhausted.
  std::uint64_t max_bytes = std::uint64_t{8} << 30;
  std::size_t max_depth = 1'000;
  // Searches for the shortest witness with the indices of a real table (IsInOrder in next_steps.h).
  // States are then not the same up to symmetry, and the search goes on after a witness until none
  // can be shorter: a finding that the oracle sees at once is better than an earlier one that it
  // sees units later.
  bool indices_in_order = false;
  // Whether a confirmed witness is accepted; a caller may first replay it on another subject. If
  // unset, every one is.
  std::function<bool(const Witness&)> accept;
  // Called after each depth, with the search so far.
  std::function<void(const Exploration&)> progress = {};
  // Asked about every thousand states. If it returns true the search ends, and is not exhausted.
  std::function<bool()> stop = {};
};

struct Exploration {
  std::uint64_t states = 0;  // different states, up to symmetry
  std::uint64_t steps = 0;   // steps taken from these states
  std::size_t depth = 0;     // the greatest number of steps from the empty heap
  double seconds = 0;
  std::uint64_t bytes = 0;        // what the states take
  bool memory_met = false;        // it ended at max_bytes
  bool exhausted = false;         // no state was left
  std::uint64_t unconfirmed = 0;  // findings that no run with a real table showed
  std::size_t first_finding = 0;  // the depth of the first finding, confirmed or not; 0: none
  UnitCounts first_units;         // the units of the run to it
  bool all_confirmed = true;      // every finding was replayed; false: there were too many
  std::optional<Witness> witness;

  double StatesPerSecond() const { return seconds > 0 ? static_cast<double>(states) / seconds : 0; }
};

Exploration Explore(const ExploreOptions& options);

// Bounds with the verbs of an object's whole life: birth, roots and fields, marking and gather, and
// destruction. If asked for, an object may also wait until it is ready; then there are about eight
// times as many states.
Bounds WholeLife(std::size_t entries, std::size_t fields, reference::Locals locals,
                 bool waiting = false);

}  // namespace model
