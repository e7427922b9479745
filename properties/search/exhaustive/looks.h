// properties/search/exhaustive/looks.h -- states that a fingerprint calls one have to look the
// same.
//
// A search drops a state whose fingerprint it has met. If a collector leaves something out of its
// fingerprint, whatever depends on that is never tried, and nothing fails. So of some states it is
// noted what can be seen of the subject: phase and colours, what waits in which list, which indices
// are unvisited, which clusters there are. Two states with one fingerprint that differ in any of
// that are an error of the fingerprint.
//
// Which states are looked at depends on the fingerprint alone, so that both of a pair are.
//
// Read next: properties/search/exhaustive/small_heaps.h.

#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "reference/oracle/subject.h"

namespace properties {

// Whether the state with this fingerprint is looked at.
constexpr bool IsLookedAt(std::uint64_t fingerprint) { return (fingerprint >> 32) % 8 == 0; }

// What can be seen of the subject now, as a number.
std::uint64_t LookOf(const reference::Subject& subject);

// The looks of the states of a search.
class Looks {
 public:
  // A state, as its parent and the entry of the alphabet that led to it.
  struct Place {
    std::uint32_t parent = 0;
    std::uint32_t entry = 0;
  };
  // Notes a state. If another with the same fingerprint looked different, where that was.
  std::optional<Place> Add(std::uint64_t fingerprint, std::uint64_t look, Place place);

 private:
  struct Seen {
    std::uint64_t look = 0;
    Place place;
  };
  std::unordered_map<std::uint64_t, Seen> seen_;
};

}  // namespace properties
