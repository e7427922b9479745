// reference/schedule/surroundings.h -- what the program and the machine are like, and what depends
// on that.
//
// Read next: reference/schedule/schedule_oracle.h.

#pragma once

#include "reference/schedule/paper_settings.h"

namespace reference::schedule {

struct Surroundings {
  double free_megabytes = 1e6;
  bool levels_wait = false;
  bool server = false;
  bool players = true;
  bool loading = false;
  bool section = false;  // another thread has one open
};

// Whether less memory is free than the threshold (S13.9).
bool IsLow(const PaperSettings& settings, const Surroundings& around);
// Seconds of game time between two timed cycles; 0: none are timed (S13.8, S13.9).
double IntervalOf(const PaperSettings& settings, const Surroundings& around);
// The limit of a slice of the purge, in seconds; 0: none (S12.13).
double PurgeLimitOf(const PaperSettings& settings, const Surroundings& around);

}  // namespace reference::schedule
