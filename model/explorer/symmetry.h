// model/explorer/symmetry.h -- keeps one of the states that differ only in which entry is which.
//
// If the entries of a state are renamed, everywhere at once, the new state has the same future,
// with the same renaming: units and operations only compare entries for equality. That is true
// because lists are sets here, and the gather visits its indices in any order (state.h). So the
// model allows more orders than a real table, whose indices and lists are ordered. Therefore a
// witness is run once more with the orders of a real table before it is believed
// (model/replay/witness.h), and "exhausted without a witness" holds for every order.
//
// Of all renamings of a state, the one is kept whose entries are sorted by their flags. Where flags
// are equal, every order is tried, and the one with the smallest fields is kept.

#pragma once

#include <array>
#include <cstdint>

#include "model/machine/state.h"

namespace model {

// A state without padding, which is compared and hashed as five words.
struct Packed {
  std::array<std::uint64_t, kMaxEntries> entry = {};  // the flags of each entry
  std::uint64_t rest = 0;  // the fields of all entries, and what belongs to no entry
  friend bool operator==(const Packed& left, const Packed& right) {
    std::uint64_t difference = left.rest ^ right.rest;
    for (std::size_t i = 0; i < kMaxEntries; ++i) difference |= left.entry[i] ^ right.entry[i];
    return difference == 0;
  }
};

// Packs the one renaming of the state that is kept.
Packed PackCanonical(const State& state);
// Packs the state as it is, for a search in which it matters which entry is which.
Packed PackAsItIs(const State& state);

State Unpack(const Packed& packed);

std::uint64_t Hash(const Packed& packed);

}  // namespace model
