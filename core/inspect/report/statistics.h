// core/inspect/report/statistics.h -- counts what the collector does, from what it publishes.
//
// The collector itself keeps no counts: statistics are made from its events, so that a heap without
// an inspector pays nothing for them. Marking may begin while the purge of the previous cycle
// continues. So two records may be open: one for a cycle up to the end of its gather, one for a
// purge.
//
// The clock is read where a step begins and ends, and where one kind of work follows another, not
// for every unit.
//
// Read next: core/inspect/report/inspector.h.

#pragma once

#include <cstdint>
#include <optional>

#include "core/inspect/report/cycle_record.h"
#include "core/population/event.h"

namespace gc {
inline namespace GC_BUILD {

class Statistics {
 public:
  Statistics(const Collector& collector, Clock clock, bool count_classes)
      : collector_(collector), clock_(clock), count_classes_(count_classes) {}

  void OnStep(Step step, bool begins);
  // The record that this event completes, or null. It is valid until the next event.
  const CycleRecord* OnEvent(const Event& event);

  // Sums over all complete records; `cycle` and `objects_at_end` are those of the last one.
  const CycleRecord& Total() const { return total_; }
  std::uint64_t Cycles() const { return cycles_; }
  // When the last complete cycle began, by the clock, and how long the collector worked on it, both
  // in seconds; -1 before the first one.
  double LastStart() const { return last_start_; }
  double LastDuration() const { return last_duration_; }

 private:
  // A record that is not complete yet.
  struct Open {
    CycleRecord record;
    Work step_units = 0;  // in the present step
    Nanoseconds step_time = 0;
    std::uint64_t to_gather = 0;  // indices that the gather has still to visit
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

  std::optional<Open> marking_;  // a cycle up to the end of its gather
  std::optional<Open> purging_;  // a cycle after its gather, or a round of waiting objects
  CycleRecord completed_;
  CycleRecord total_;
  std::uint64_t cycles_ = 0;
  double last_start_ = -1;
  double last_duration_ = -1;

  std::uint32_t depth_ = 0;  // of nested steps: a full collection contains steps
  bool collecting_ = false;
  bool is_first_ = false;  // the next event is the first of its step
  Spent now_ = Spent::kStart;
  Nanoseconds since_ = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
