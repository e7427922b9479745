// properties/schedule/schedule_search.h -- where runs of a scheduler come from: all short ones over
// small alphabets, and random ones that aim at borders.
//
// A decision depends on a dozen things that are there or not, and each bug is a combination of a
// few of them. So all runs are tried over alphabets of some ten operations each, the shortest
// first: what is common to the runs of one alphabet stands before them and is not varied. A state
// of the oracle that was seen before is not gone on from. A random run is longer and mixes
// everything; its generator looks at the oracle, and lets time pass up to the moment at which a
// cycle becomes due and a little further, and memory become as low as the threshold is.
//
// Read next: properties/schedule/schedule_alphabets.h.

#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "properties/schedule/schedule_judge.h"

namespace properties::schedule {

// A run on which subject and oracle differ.
struct ScheduleCatch {
  std::uint64_t traces = 0;  // tried until then, this one included
  reference::schedule::Trace trace;
  Difference difference;
};

struct ScheduleSearchOptions {
  std::uint64_t max_traces = 0;
  // Returns false to end the search.
  std::function<bool(const ScheduleCatch&)> on_finding;
  // A line of the table that the oracle does not know (Oracle).
  std::optional<std::size_t> left_out;
};

struct ScheduleSearchResult {
  std::uint64_t traces = 0;
  std::uint64_t operations = 0;
  std::uint64_t states = 0;
  std::size_t depth = 0;  // every run of so many operations was tried, in each alphabet
  bool stopped = false;   // on_finding ended it
};

// All short runs. Each alphabet gets its share of max_traces.
ScheduleSearchResult SearchShortRuns(ScheduleSubject& subject,
                                     const ScheduleSearchOptions& options);

// The run of case `index`; the same for ever. It is made while it is judged, because what comes
// next depends on the oracle's state.
ScheduleSearchResult SearchRandomRuns(ScheduleSubject& subject, std::uint64_t seed,
                                      const ScheduleSearchOptions& options);

}  // namespace properties::schedule
