// reference/schedule/decision_lines.h -- what the tick of a world does: lines of which the first
// that fits decides.
//
// The lines are those of the page S13 of the specification, in its order (S13.5), with the rests of
// S9.22. They are written down here a second time, from the page and not from the collector, so
// that a line that is wrong in one of the two shows.
//
// Read next: reference/schedule/schedule_oracle.h.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "reference/schedule/shown.h"

namespace reference::schedule {

// What the lines ask about.
struct Moment {
  bool further = false;  // another world has ticked in this frame
  bool full_request = false;
  bool playing = false;
  bool delay = false;
  bool marking = false;
  bool resting = false;
  bool purge = false;  // of a purge or of a gather, something is left
  bool time_is_over = false;
  bool request = false;
  // Of which `time_is_over` is made: game time since the last collection, and until the next.
  double elapsed = 0;
  double due_at = 0;
};

struct DecisionLine {
  std::string_view row;  // of the specification
  std::string_view when;
  bool (*fits)(const Moment& now);
  Act act;
};

std::span<const DecisionLine> DecisionLines();

// The first line that fits, but for one that is left out, if any. The last line always fits.
const DecisionLine& LineFor(const Moment& now, std::optional<std::size_t> left_out);

// "marking is pending, its rest is not over, ..."; for an explanation.
std::string TextOf(const Moment& now);

}  // namespace reference::schedule
