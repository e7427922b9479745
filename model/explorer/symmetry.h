// model/explorer/symmetry.h -- states that differ only in which entry is which, kept once.
//
// Renaming the entries of a state, everywhere at once, gives a state with the same future up to the
// same renaming: no unit and no operation looks at the number of an entry, but by equality. What
// that relies on: the lists are sets and the gather visits its indices in any order (state.h), so
// the model allows more orders than a real table, whose indices and lists are ordered. A witness is
// therefore run once more with a real table's orders before it is believed
// (model/replay/witness.h), and "exhausted without a witness" holds for every order.
//
// Of all renamings of a state the one is kept whose entries are sorted by their flags; where flags
// are equal, every order of the equal ones is tried and the smallest fields are kept.

#pragma once

#include <array>
#include <cstdint>

#include "model/machine/state.h"

namespace model {

// A state without padding, to be compared and hashed as five words.
struct Packed {
  std::array<std::uint64_t, kMaxEntries> entry = {};  // the flags of each entry
  std::uint64_t rest = 0;                             // the fields, and what is not of an entry
  friend bool operator==(const Packed& left, const Packed& right) {
    std::uint64_t difference = left.rest ^ right.rest;
    for (std::size_t i = 0; i < kMaxEntries; ++i) difference |= left.entry[i] ^ right.entry[i];
    return difference == 0;
  }
};

// Packs the representative of the state's renamings.
Packed PackCanonical(const State& state);

State Unpack(const Packed& packed);

std::uint64_t Hash(const Packed& packed);

}  // namespace model
