// properties/judge/kept_run.cc -- goes back to a state of a run that was noted.
//
// A search judges many operations in the same state. A subject cannot be copied, so to come back to
// the state it must repeat its operations. But the oracle can be copied, which costs a fraction of
// judging the operations once more.

#include <algorithm>

#include "properties/judge/judge.h"

namespace properties {

using reference::Operation;

namespace {

// The place in the source that an event names has no part in what happened.
bool LooksTheSame(const reference::Event& a, const reference::Event& b) {
  return a.kind == b.kind && a.flag == b.flag && a.object == b.object && a.detail == b.detail;
}

}  // namespace

void JudgeSession::NoteReplayed(const Operation& operation) {
  kept_.operations.push_back(operation);
  kept_.answers.push_back(answer_);
  kept_.events.insert(kept_.events.end(), events_.begin(), events_.end());
}

void JudgeSession::Keep() {
  if (options_.conformance || Over()) return;
  kept_.oracle = oracle_;
  kept_.verdict = verdict_;
  kept_.step = step_;
  kept_.valid = true;
}

bool JudgeSession::Return() {
  if (!kept_.valid) return false;
  subject_.Reset(kept_.header);
  events_.clear();
  for (std::size_t i = 0; i < kept_.operations.size(); ++i) {
    if (subject_.Apply(kept_.operations[i], events_) != kept_.answers[i]) return false;
  }
  if (!std::equal(events_.begin(), events_.end(), kept_.events.begin(), kept_.events.end(),
                  LooksTheSame)) {
    return false;
  }
  oracle_ = kept_.oracle;
  verdict_ = kept_.verdict;
  step_ = kept_.step;
  events_.clear();
  answer_ = {};
  last_applied_ = false;
  stopped_ = false;
  return true;
}

}  // namespace properties
