// properties/coverage/coverage.h -- what a search has met: situations, and verbs by phase.
//
// Read next: properties/coverage/situations.h.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/coverage/situations.h"

namespace properties {

// Counts. Those of several searches, or of several threads, are added.
class Coverage {
 public:
  Coverage();

  void Note(const Moment& moment);
  void Add(const Coverage& other);

  // How often the situation of that number was met; how often the verb was applied in that phase.
  std::uint64_t Of(std::size_t situation) const { return situations_[situation]; }
  std::uint64_t Of(reference::Verb verb, When when) const {
    return verbs_[static_cast<std::size_t>(verb)][static_cast<std::size_t>(when)];
  }
  bool Empty() const;

  // The counts as numbers in a fixed order, and back; numbers of another length are no counts.
  std::vector<std::uint64_t> Numbers() const;
  static Coverage Of(const std::vector<std::uint64_t>& numbers);

  // The names of the situations that were not met, and the verbs that were not met outside of a
  // cycle, while marking, or while gathering ("store while marking").
  std::vector<std::string> Missed() const;

 private:
  std::vector<std::uint64_t> situations_;
  std::array<std::array<std::uint64_t, kWhenCount>, reference::kVerbCount> verbs_{};
};

}  // namespace properties
