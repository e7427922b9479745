// properties/tool/schedule/schedule_recorder.h -- which operations a scheduler was given before its
// process died.
//
// What run_recorder.h does for heaps: each operation is written into memory that outlives the
// process, before it is done.
//
// Read next: properties/tool/schedule/schedule_failures.h.

#pragma once

#include <memory>

#include "properties/schedule/schedule_subject.h"
#include "properties/tool/process/run_recorder.h"
#include "reference/schedule/schedule_trace.h"

namespace tool {

class ScheduleRecorder {
 public:
  static constexpr std::size_t kOperations = 10'000;  // of a run; more are not kept

  ScheduleRecorder();  // throws std::system_error without memory
  ~ScheduleRecorder();
  ScheduleRecorder(const ScheduleRecorder&) = delete;
  ScheduleRecorder& operator=(const ScheduleRecorder&) = delete;

  // A subject that writes each operation down before it is done, and shows `alive` that it is at
  // work. One at a time.
  std::unique_ptr<properties::schedule::ScheduleSubject> Recorded(
      std::unique_ptr<properties::schedule::ScheduleSubject> subject, RunRecorder& alive);
  // The last run, up to the operation that was not finished.
  reference::schedule::Trace LastRun() const;

 private:
  struct Slot;
  friend class RecordedSchedule;
  Slot* slot_ = nullptr;
};

}  // namespace tool
