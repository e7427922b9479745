// properties/schedule/schedule_judge.cc -- compares all that is shown, after each operation.

#include "properties/schedule/schedule_judge.h"

#include <algorithm>
#include <vector>

namespace properties::schedule {

using reference::schedule::Field;
using reference::schedule::Operation;
using reference::schedule::Shown;

namespace {

// The first field that differs. Notices are a list of their own length.
Difference FirstDifference(std::size_t step, const Shown& expected, const Shown& found) {
  const std::vector<Field> owed = reference::schedule::FieldsOf(expected);
  const std::vector<Field> seen = reference::schedule::FieldsOf(found);
  for (std::size_t i = 0; i < std::max(owed.size(), seen.size()); ++i) {
    if (i < owed.size() && i < seen.size() && owed[i].value == seen[i].value &&
        owed[i].name == seen[i].name) {
      continue;
    }
    const bool no_more_owed = i >= owed.size() || owed[i].name != "notice";
    const bool no_more_seen = i >= seen.size() || seen[i].name != "notice";
    if (no_more_owed != no_more_seen) {
      return {step, "notice", no_more_owed ? "none" : owed[i].value,
              no_more_seen ? "none" : seen[i].value};
    }
    return {step, std::string(owed[i].name), owed[i].value, seen[i].value};
  }
  return {step, "nothing that has a name", "", ""};
}

}  // namespace

ScheduleSession::ScheduleSession(ScheduleSubject& subject, std::optional<std::size_t> left_out)
    : subject_(subject), oracle_(left_out) {
  subject_.Begin();
}

bool ScheduleSession::Step(const Operation& one) {
  const std::size_t step = verdict_.applied + verdict_.skipped;
  if (!oracle_.Allows(one)) {
    ++verdict_.skipped;
    return true;
  }
  ++verdict_.applied;
  expected_ = oracle_.Apply(one);
  found_ = &subject_.Apply(one, expected_.waited);
  if (!oracle_.KnowsSlices()) expected_.slices = found_->slices;
  if (!subject_.TellsMemory()) {
    for (reference::schedule::Told& told : expected_.told) told.holds_memory = false;
  }
  if (expected_ == *found_) return true;
  verdict_.difference = FirstDifference(step, expected_, *found_);
  return false;
}

ScheduleVerdict JudgeSchedule(const reference::schedule::Trace& trace, ScheduleSubject& subject) {
  ScheduleSession session(subject);
  for (const Operation& one : trace.operations) {
    if (!session.Step(one)) break;
  }
  return session.verdict();
}

std::string KindOf(const reference::schedule::Trace& trace, const Difference& difference) {
  const Operation& at = trace.operations[difference.step];
  return difference.field + ", after " + std::string(EntryOf(at.verb).word);
}

}  // namespace properties::schedule
