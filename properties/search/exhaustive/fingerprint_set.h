// properties/search/exhaustive/fingerprint_set.h -- which states were met, by their fingerprints.
//
// Millions are asked for, most of them met before, so a set of eight bytes each lies in one array.
//
// Thread rules: one thread at a time.   Read next: properties/search/exhaustive/small_heaps.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace properties {

// A set of fingerprints: open addressing, at most half full; 0 means empty.
class FingerprintSet {
 public:
  FingerprintSet() : slots_(1u << 12) {}

  bool Has(std::uint64_t fingerprint) const {
    fingerprint = std::max<std::uint64_t>(fingerprint, 1);
    return slots_[PlaceOf(fingerprint)] == fingerprint;
  }

  // Inserts the fingerprint; returns whether it is new.
  bool Insert(std::uint64_t fingerprint) {
    fingerprint = std::max<std::uint64_t>(fingerprint, 1);
    if (2 * (count_ + 1) > slots_.size()) Grow();
    std::uint64_t& slot = slots_[PlaceOf(fingerprint)];
    if (slot == fingerprint) return false;
    slot = fingerprint;
    count_ += 1;
    return true;
  }

 private:
  // Where the fingerprint is, or would be.
  std::size_t PlaceOf(std::uint64_t fingerprint) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = fingerprint & mask;
    while (slots_[i] != 0 && slots_[i] != fingerprint) i = (i + 1) & mask;
    return i;
  }
  void Grow() {
    std::vector<std::uint64_t> old(slots_.size() * 2);
    old.swap(slots_);
    for (const std::uint64_t fingerprint : old) {
      if (fingerprint != 0) slots_[PlaceOf(fingerprint)] = fingerprint;
    }
  }
  std::vector<std::uint64_t> slots_;
  std::size_t count_ = 0;
};

}  // namespace properties
