// properties/schedule/schedule_subject.h -- a scheduler that can be judged.
//
// A subject begins anew with each run. It does each operation that the oracle allows, and shows
// what can be seen then. A judged scheduler may crash or wait for ever, so the tool runs it in a
// child process.
//
// Read next: properties/schedule/schedule_judge.h.

#pragma once

#include <functional>
#include <memory>

#include "reference/schedule/schedule_trace.h"
#include "reference/schedule/shown.h"

namespace properties::schedule {

class ScheduleSubject {
 public:
  virtual ~ScheduleSubject() = default;
  // A new heap and scheduler, in whose surroundings nothing has happened yet.
  virtual void Begin() = 0;
  // `waits`: the oracle expects that the collector waits for the open section. It may, whatever is
  // expected; this only says when to be quick about closing it.
  virtual const reference::schedule::Shown& Apply(const reference::schedule::Operation& one,
                                                  bool waits) = 0;
  // Whether it can tell if memory is held that no object needs. Not where each object has memory of
  // its own, as under AddressSanitizer.
  virtual bool TellsMemory() const = 0;
};

using ScheduleFactory = std::function<std::unique_ptr<ScheduleSubject>()>;

// Core's scheduler, over a small heap of core.
std::unique_ptr<ScheduleSubject> MakeCoreSchedule();

}  // namespace properties::schedule
