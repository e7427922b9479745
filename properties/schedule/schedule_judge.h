// properties/schedule/schedule_judge.h -- judges one run of a scheduler: the run, a subject and the
// oracle in, the first difference out.
//
// Read next: properties/schedule/schedule_search.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "properties/schedule/schedule_subject.h"
#include "reference/schedule/schedule_oracle.h"

namespace properties::schedule {

// Where a subject first shows something that the oracle does not.
struct Difference {
  std::size_t step = 0;  // from 0, in the run
  std::string field;     // "decision", "notice", "elapsed" ...
  std::string expected;
  std::string found;
};

struct ScheduleVerdict {
  std::optional<Difference> difference;
  std::uint64_t applied = 0;
  std::uint64_t skipped = 0;
};

// Judges one run step by step, for callers that look at the oracle in between.
class ScheduleSession {
 public:
  // The subject must outlive it. `left_out`: see Oracle.
  explicit ScheduleSession(ScheduleSubject& subject,
                           std::optional<std::size_t> left_out = std::nullopt);

  // Does one operation, or skips it. Returns false at the first difference.
  bool Step(const reference::schedule::Operation& one);

  const reference::schedule::Oracle& oracle() const { return oracle_; }
  const ScheduleVerdict& verdict() const { return verdict_; }
  // What the oracle expected, and what the subject showed, after the last step.
  const reference::schedule::Shown& expected() const { return expected_; }
  const reference::schedule::Shown& found() const { return *found_; }

 private:
  ScheduleSubject& subject_;
  reference::schedule::Oracle oracle_;
  ScheduleVerdict verdict_;
  reference::schedule::Shown expected_;
  const reference::schedule::Shown* found_ = nullptr;
};

ScheduleVerdict JudgeSchedule(const reference::schedule::Trace& trace, ScheduleSubject& subject);

// What kinds of difference there are, for counting failures of one cause together: the field, and
// the verb of the step.
std::string KindOf(const reference::schedule::Trace& trace, const Difference& difference);

}  // namespace properties::schedule
