// core/fault_set.h -- which rules a heap of the faulty build breaks, and how.
//
// Read next: core/base/obeys.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/faults.h"

namespace gc {

// A set of faults, given to a heap of the faulty build. Empty: every rule is obeyed.
class FaultSet {
 public:
  constexpr FaultSet() = default;
  constexpr explicit FaultSet(Fault fault) { Add(fault); }
  static constexpr FaultSet Of(Rule rule) {
    FaultSet set;
    for (const FaultEntry& entry : kFaults) {
      if (entry.rule == rule) set.Add(entry.fault);
    }
    return set;
  }
  constexpr void Add(Fault fault) { Word(fault) |= Bit(fault); }
  constexpr bool Has(Fault fault) const { return (Word(fault) & Bit(fault)) != 0; }
  constexpr bool Empty() const { return *this == FaultSet(); }
  friend constexpr bool operator==(FaultSet, FaultSet) = default;

 private:
  static constexpr std::size_t kBits = 64;
  static constexpr std::size_t Number(Fault fault) { return static_cast<std::size_t>(fault); }
  static constexpr std::uint64_t Bit(Fault fault) {
    return std::uint64_t{1} << (Number(fault) % kBits);
  }
  constexpr std::uint64_t& Word(Fault fault) { return words_[Number(fault) / kBits]; }
  constexpr std::uint64_t Word(Fault fault) const { return words_[Number(fault) / kBits]; }
  std::array<std::uint64_t, (kFaultCount + kBits - 1) / kBits> words_ = {};
};

}  // namespace gc
