// properties/judge/whole_heap.cc -- a session looks at the state of the whole heap, asks about it,
// and drops it at its end.

#include <utility>

#include "properties/judge/closing.h"
#include "properties/judge/judge.h"
#include "properties/judge/questions.h"

namespace properties {

bool JudgeSession::StepOnly(const reference::Operation& operation) {
  present_.leaves_state = true;
  const bool goes_on = Step(operation);
  present_.leaves_state = false;
  return goes_on;
}

// What is found here is found behind the last operation.
bool JudgeSession::CheckState() {
  if (!present_.due || Over()) return !Over();
  --step_;
  CompareState();
  ++step_;
  return !Over();
}

// All that is compared of a state, however the run has come to it.
void JudgeSession::CompareState() {
  const Present::Due due = *std::exchange(present_.due, std::nullopt);
  if (!verdict_.Of(Checker::kOutcome)) {
    if (due.whole) {
      for (const reference::Name name : oracle_.heap().Present()) CompareObject(name);
    } else {
      CompareObject(due.object);
      CompareObject(due.target);
    }
    CompareCounts();
  }
  if (!verdict_.Of(Checker::kOutcome)) AskAboutAll();
  if (due.whole && options_.invariant && subject_.promises().colours) CheckTricolour();
  if (due.whole && options_.verifier && !verdict_.Of(Checker::kVerifier)) CheckVerifier();
}

void JudgeSession::AskAboutAll() {
  if (options_.survey_every == 0 || step_ % options_.survey_every != 0) return;
  reference::Survey survey;
  if (oracle_.NameCount() > options_.compare_all_up_to || !subject_.Ask(survey)) return;
  reference::Tally tally;
  subject_.Count(tally);
  if (reference::Finding violation = CheckSurvey(survey, oracle_, tally.bytes_given)) {
    Find(Checker::kOutcome, violation->property, violation->object, std::move(violation->message));
  }
}

// The subject has no memory. Nothing can be said of what it was to do; of one that had promised to
// do with so much, what was seen before is the verdict.
void JudgeSession::TakeRefusal(const reference::Operation& operation) {
  const bool full = answer_.kind == reference::Answer::Kind::kFull;
  if (!full && options_.goes_on_without_memory) return CompareAfterRefusal(operation);
  stopped_ = true;
  if (full) return;
  verdict_.inconclusive_because = "the subject had no memory left";
  // An adapter that has no heap has nothing to do its work with either.
  const std::optional<reference::Breach> breach = subject_.Verify();
  if (breach && breach->rule == "adapter") verdict_.inconclusive_because = breach->detail;
}

// What was refused memory has changed nothing, and published nothing.
void JudgeSession::CompareAfterRefusal(const reference::Operation& operation) {
  if (!events_.empty()) {
    Find(Checker::kOutcome, Property::kPause, events_.front().object,
         "a call that was refused memory did the collector's work");
  }
  for (const reference::Name name : oracle_.heap().Present()) CompareObject(name);
  reference::Tally tally;
  if (subject_.Count(tally)) census_.SeeExhausted(operation, tally);
  CompareCounts();
  if (options_.invariant && subject_.promises().colours) CheckTricolour();
  if (options_.verifier && !verdict_.Of(Checker::kVerifier)) CheckVerifier();
}

// What is found here is found behind the last operation.
void JudgeSession::CloseHeap() {
  stopped_ = true;
  events_.clear();
  if (!subject_.Close(events_)) return;
  if (step_ > 0) --step_;
  if (reference::Finding violation = CheckClosing(oracle_, verdict_.heap, events_)) {
    return Find(Checker::kOutcome, violation->property, violation->object,
                std::move(violation->message));
  }
  reference::Tally tally;
  if (!subject_.Count(tally)) return;
  if (reference::Finding violation = census_.CompareAtEnd(tally)) {
    Find(Checker::kOutcome, violation->property, violation->object, std::move(violation->message));
  }
}

}  // namespace properties
