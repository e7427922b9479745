// core/schedule/world_tick.cc -- one tick of a world: asks the decision table and does what it
// says.
//
// It upholds no rule: the heap stays sound whatever is decided here. Only the moment of a
// collection depends on it.   Read next: core/schedule/decision.h.

#include "core/schedule/scheduler.h"

namespace gc {
inline namespace GC_BUILD {

void Scheduler::WorldTick(const Frame& frame) {
  CheckThread("WorldTick");
  CheckNotBusy("WorldTick");
  const Nanoseconds before = environment_.Now();
  const bool again = frame_ == frame.frame;
  if (!again) BeginFrame(frame);
  frame_ = frame.frame;
  const Row& row = Decide(Now(again));
  Do(row.act);
  report_.row = row.id;
  report_.act = row.act;
  report_.pause += environment_.Now() - before;
}

// The time of the interval runs on whatever is decided, once a world has begun to play.
void Scheduler::BeginFrame(const Frame& frame) {
  report_ = {};
  frames_ += 1;
  if (playing_) elapsed_ += frame.delta;
  if (rest_ > 0) rest_ -= 1;
  const std::uint32_t every = settings_.debug_every_frames;
  if (every > 0 && frames_ % every == 0) full_request_ = true;
  if (settings_.debug_stress_loading && environment_.IsLoading()) full_request_ = true;
  if (settings_.debug_force_every_frame) full_request_ = forced_request_ = true;
}

Situation Scheduler::Now(bool again) const {
  const double interval = CurrentInterval();
  const bool over = interval > 0 && elapsed_ > due_at_.value_or(interval);
  return {.again = again,
          .full_request = full_request_,
          .playing = playing_,
          .delay = delay_,
          .trace = TracePending(),
          .resting = rest_ > 0,
          .purge = PurgePending(),
          .due = over || settings_.trace_continuous,
          .request = request_};
}

void Scheduler::Do(Act act) {
  switch (act) {
    case Act::kNothing:
      break;
    case Act::kCollectFully:
      StartScheduled(true);
      break;
    case Act::kSkipFrame:
      delay_ = false;
      break;
    case Act::kTraceSlice:
      TraceSlice();
      break;
    case Act::kStart:
      StartScheduled(false);
      break;
    case Act::kPurgeSlice:
      PurgeSlice();
      break;
  }
}

// A try: if it fails, requests and delay stay as they are, and the next frame tries again.
void Scheduler::StartScheduled(bool full) {
  const bool wait = full && forced_request_;
  if (!CollectNow(full, wait, /*sliced=*/!full, scheduled_mask_)) return;
  full_request_ = forced_request_ = request_ = false;
  if (full) delay_ = false;
  rest_ = TracePending() && settings_.trace_delay > 0 ? settings_.trace_delay + 1 : 0;
  report_.started = true;
  notices_.Tell({.notice = Notice::kCleanUp, .full = full, .cycle = cycle_});
}

void Scheduler::RequestCollection(bool full) { (full ? full_request_ : request_) = true; }

void Scheduler::LevelUnloaded() {
  if (settings_.collect_on_level_unload) RequestCollection(true);
}

// Free memory is read only if a setting needs it, because that is a call of the system.
Load Scheduler::CurrentLoad() const {
  const bool asks = settings_.low_memory_threshold > 0;
  return {.free_megabytes = asks ? environment_.FreeMegabytes() : 0,
          .dedicated_server = environment_.IsDedicatedServer(),
          .players = environment_.HasPlayers(),
          .levels_wait = environment_.LevelsWait()};
}

}  // namespace GC_BUILD
}  // namespace gc
