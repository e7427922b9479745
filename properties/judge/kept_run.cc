// properties/judge/kept_run.cc -- goes back to a state of a run that was noted.
//
// A search judges many operations in the same state. The oracle can be copied. A subject cannot;
// but some can put themselves back (Subject::Return), and others must repeat their operations,
// which costs a fraction of judging these once more.

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
  replayed_.operations.push_back(operation);
  replayed_.answers.push_back(answer_);
  replayed_.events.insert(replayed_.events.end(), events_.begin(), events_.end());
}

void JudgeSession::Keep(KeptState& state) {
  state.run = 0;
  if (Over()) return;
  if (options_.conformance) {
    // What follows is compared with how the heap looks now, time after time.
    conformance_.LookAhead(oracle_, subject_);
    state.conformance = conformance_;
  }
  state.has_image = subject_.Keep(state.image);
  state.oracle = oracle_;
  state.census = census_;
  state.verdict = verdict_;
  state.step = step_;
  state.operations = replayed_.operations.size();
  state.events = replayed_.events.size();
  state.run = replayed_.run;
}

bool JudgeSession::Return(const KeptState& state) {
  if (state.run != replayed_.run || !TakeBack(state)) return false;
  oracle_ = state.oracle;
  census_ = state.census;
  if (options_.conformance) conformance_ = state.conformance;
  GoOnFrom(state);
  return true;
}

bool JudgeSession::Stay(const KeptState& state) {
  if (state.run != replayed_.run || options_.conformance || Over()) return false;
  GoOnFrom(state);
  return true;
}

// Takes the subject back to the state; what was replayed later is forgotten. False if it repeated
// its operations and did something else.
bool JudgeSession::TakeBack(const KeptState& state) {
  replayed_.operations.resize(state.operations);
  replayed_.answers.resize(state.operations);
  replayed_.events.resize(state.events);
  if (state.has_image && subject_.Return(*state.image)) return true;
  subject_.Reset(replayed_.header);
  events_.clear();
  for (std::size_t i = 0; i < replayed_.operations.size(); ++i) {
    if (subject_.Apply(replayed_.operations[i], events_) != replayed_.answers[i]) return false;
  }
  return std::equal(events_.begin(), events_.end(), replayed_.events.begin(),
                    replayed_.events.end(), LooksTheSame);
}

void JudgeSession::GoOnFrom(const KeptState& state) {
  verdict_ = state.verdict;
  step_ = state.step;
  events_.clear();
  answer_ = {};
  last_applied_ = false;
  stopped_ = false;
  present_.due.reset();
}

std::optional<std::uint64_t> JudgeSession::Fingerprint() const {
  const std::optional<std::uint64_t> subject = subject_.Fingerprint();
  if (!subject) return std::nullopt;
  // Subject and oracle are mixed in different ways: two states collide if both parts are equal, not
  // if the sums are.
  std::uint64_t mixed = *subject + 0x9E3779B97F4A7C15u;
  mixed ^= mixed >> 30;
  mixed *= 0xBF58476D1CE4E5B9u;
  mixed ^= oracle_.Fingerprint();
  mixed *= 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

}  // namespace properties
