// properties/schedule/schedule_shrink.h -- the smallest run that still fails in the same way.
//
// Operations are left out, from half of them down to single ones; then what is left is made
// plainer: shorter times, fewer objects, no `full`. Whether a run still fails is asked of the
// caller, so a run that makes the subject die is shrunk by the same means, with a child process for
// each question.
//
// Read next: properties/schedule/schedule_explain.h.

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "properties/schedule/schedule_judge.h"

namespace properties::schedule {

struct ScheduleShrinkResult {
  reference::schedule::Trace trace;
  std::size_t runs = 0;
  bool complete = false;  // nothing smaller is left to try
};

ScheduleShrinkResult ShrinkSchedule(
    reference::schedule::Trace trace,
    const std::function<bool(const reference::schedule::Trace&)>& still_fails,
    std::size_t max_runs);

// Whether subject and oracle still differ in this field.
bool StillDiffers(const reference::schedule::Trace& trace, const std::string& field,
                  ScheduleSubject& subject);

// The forms of an operation that are plainer than it is, the plainest first.
std::vector<reference::schedule::Operation> PlainerForms(const reference::schedule::Operation& one);

}  // namespace properties::schedule
