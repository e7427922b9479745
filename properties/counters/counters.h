// properties/counters/counters.h -- how much work the collector does on fixed traces.
//
// Times differ from machine to machine and from minute to minute, so no time can be a gate, and a
// change that scans each object twice passes every test: what it does is right. But the units of a
// run are the same everywhere. So they are counted on fixed traces and compared with what stands in
// the repository, exactly. A change that means to do more, or less, says why:
//
//     counters "clusters are scanned by their roots"      writes baseline.json anew
//
//     { "reasons": [ { "date": "2026-11-22", "why": "..." } ],
//       "traces": { "soak": { "applied": 2001, "cycles": 8, "units": 5120, "scanned": 1490, ... } }
//       }
//
// The traces are those of this folder's traces/, and the corpus as far as the baseline names it: a
// trace that joins the corpus need not be counted.
//
// Read next: reference/trace/event.h.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace properties {

// Of one run. All are exact: the same trace on the same collector has the same.
struct WorkCounts {
  std::uint64_t applied = 0;        // operations
  std::uint64_t cycles = 0;         // that ended
  std::uint64_t units = 0;          // published, of every kind
  std::uint64_t longest_cycle = 0;  // the most units from a flip to the next end of a cycle
  std::uint64_t scanned = 0;        // objects, as often as each was scanned
  std::uint64_t barrier_hits = 0;   // references that the barrier found, as its lists were taken
  std::uint64_t references = 0;     // that the first pass found
  std::uint64_t visited = 0;        // indices, by the gather
  std::uint64_t freed = 0;          // objects

  friend bool operator==(const WorkCounts&, const WorkCounts&) = default;
};

// "units 5120 instead of 5119, scanned 2 instead of 1"; empty if they are the same.
std::string DifferenceOf(const WorkCounts& counted, const WorkCounts& expected);

// Judges the trace meanwhile: what a run did that disagrees means nothing. The alternative says so.
std::variant<WorkCounts, std::string> CountWork(const reference::Trace& trace,
                                                reference::Subject& subject);

struct CounterReason {
  std::string date;  // year-month-day
  std::string why;
};

struct CounterBaseline {
  std::vector<CounterReason> reasons;  // in the order of time; why the numbers became others
  std::map<std::string, WorkCounts> traces;
};

// Reads the text of a baseline.json. The alternative is a sentence that says what is wrong with it.
std::variant<CounterBaseline, std::string> ReadCounterBaseline(std::string_view text);
std::string TextOf(const CounterBaseline& baseline);

// The fixed traces by name, from the folders properties/counters/traces and properties/corpus below
// `root`; without those of other subjects.
std::map<std::string, reference::Trace> FixedTraces(const std::string& root);

}  // namespace properties
