#include "core/schedule/collection_requests.h"

namespace gc {
inline namespace GC_BUILD {

void CollectionRequests::Request(bool full, const std::source_location& where) {
  (full ? full_request_ : request_) = true;
  std::optional<std::source_location>& asked_at = asked_at_[full ? 1 : 0];
  if (!asked_at) asked_at = where;
}

bool CollectionRequests::BeginTick(const Frame& frame) {
  if (frame_ == frame.frame) return false;
  BeginFrame(frame.delta);
  frame_ = frame.frame;
  return true;
}

// Once a world has begun to play, the time of the interval runs on, whatever is decided.
void CollectionRequests::BeginFrame(double delta) {
  frames_ += 1;
  if (playing_) elapsed_ += delta;
  if (rest_ > 0) rest_ -= 1;
  const std::uint32_t every = settings_.debug_every_frames;
  if (every > 0 && frames_ % every == 0) full_request_ = true;
  if (settings_.debug_stress_loading && environment_.IsLoading()) full_request_ = true;
  if (settings_.debug_force_every_frame) full_request_ = forced_request_ = true;
}

Situation CollectionRequests::Asked(bool again) const {
  const double interval = CurrentInterval();
  const bool over = interval > 0 && elapsed_ > due_at_.value_or(interval);
  return {.again = again,
          .full_request = full_request_,
          .playing = playing_,
          .delay = delay_,
          .resting = rest_ > 0,
          .due = over || settings_.trace_continuous,
          .request = request_};
}

bool CollectionRequests::MaySkip() const {
  const std::uint32_t tries = settings_.tries_before_forcing;
  return tries == 0 || skipped_ < tries;
}

void CollectionRequests::CollectionBegins() {
  skipped_ = 0;
  elapsed_ = 0;
  due_at_.reset();
}

void CollectionRequests::Granted(bool full) {
  full_request_ = forced_request_ = request_ = false;
  asked_at_ = {};
  if (full) delay_ = false;
}

void CollectionRequests::RestFromMarking(bool pending) {
  const std::uint32_t delay = settings_.trace_delay;
  rest_ = pending && delay > 0 ? delay + 1 : 0;
}

}  // namespace GC_BUILD
}  // namespace gc
