// reference/oracle/sections.h -- the sections that lanes have open.
//
// The lanes of a trace are threads that take turns. Lane 0 is the collector's thread. Another lane
// uses the heap inside a section only, and no step of the collector overlaps one: a step that has
// to wait for sections would wait for ever here, so that it is skipped for the subject and the
// oracle alike; a step that asks instead of waiting is answered no.

#pragma once

#include <array>
#include <cstdint>

#include "reference/trace/trace.h"

namespace reference {

class Sections {
 public:
  void Clear() { *this = {}; }
  // Opens one more section of the lane, or ends the one that it opened last.
  void Enter(std::uint8_t lane) { lanes_inside_ += open_[lane]++ == 0; }
  void Leave(std::uint8_t lane) { lanes_inside_ -= --open_[lane] == 0; }

  // How many the lane has open, one in the other.
  std::uint32_t Of(std::uint8_t lane) const { return open_[lane]; }
  bool AnyOpen() const { return lanes_inside_ > 0; }
  const std::array<std::uint8_t, kLaneLimit>& ByLane() const { return open_; }

 private:
  std::array<std::uint8_t, kLaneLimit> open_ = {};
  std::uint32_t lanes_inside_ = 0;  // with at least one open
};

}  // namespace reference
