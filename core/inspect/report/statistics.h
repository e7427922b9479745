// core/inspect/report/statistics.h -- counts what the collector does, from what it publishes.
//
// The collector counts nothing for this: whoever wants numbers listens to its events, and whoever
// does not pays nothing. A cycle's trace may begin while the purge of the one before goes on, so
// there may be two records open: one up to the end of the gather, one from there on.
//
// The clock is read where a step begins and ends and where one kind of work follows another, not
// for every unit.
//
// Read next: core/inspect/report/inspector.h.

#pragma once

#include <cstdint>
#include <optional>

#include "core/collect/event.h"
#include "core/inspect/report/cycle_record.h"

namespace gc {
inline namespace GC_BUILD {

class Statistics {
 public:
  Statistics(const Collector& collector, Clock clock, bool count_classes)
      : collector_(collector), clock_(clock), count_classes_(count_classes) {}

  void OnStep(Step step, bool begins);
  // The record that this event completes, or null. It stays until the next event.
  const CycleRecord* OnEvent(const Event& event);

  // Sums over all that is over: `cycle` and `objects_at_end` are the last one's.
  const CycleRecord& Total() const { return total_; }
  std::uint64_t Cycles() const { return cycles_; }
  // When the last cycle that is over began, by the clock, and how long the collector worked on it;
  // in seconds, -1 if there was none yet.
  double LastStart() const { return last_start_; }
  double LastDuration() const { return last_duration_; }

 private:
  // A record that is not complete.
  struct Open {
    CycleRecord record;
    Work step_units = 0;  // in the step that runs
    Nanoseconds step_time = 0;
    std::uint64_t to_gather = 0;  // indices that the gather has still to look at
    bool gathered = false;
  };

  Open& RecordFor(Spent spent);
  void BeginCycle();
  void EndTraceRecord();
  void Count(const Event& event, CycleRecord& record);
  void Switch(Spent next);
  void CloseSlice(Open& open);
  const CycleRecord* Complete();
  Spent SpentNow() const;

  const Collector& collector_;
  const Clock clock_;
  const bool count_classes_;

  std::optional<Open> marking_;  // up to the end of its gather
  std::optional<Open> purging_;  // from there on, or a round of those who wait
  CycleRecord completed_;
  CycleRecord total_;
  std::uint64_t cycles_ = 0;
  double last_start_ = -1;
  double last_duration_ = -1;

  std::uint32_t depth_ = 0;  // a full collection is a step that takes steps
  bool collecting_ = false;
  Spent now_ = Spent::kStart;
  Nanoseconds since_ = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
