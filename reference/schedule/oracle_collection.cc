// reference/schedule/oracle_collection.cc -- a collection, from its first notice to its last, in
// one piece or in slices.

#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/schedule/schedule_oracle.h"

namespace reference::schedule {
namespace {

constexpr int kIndicesBetweenLooks = 10;  // of a gather (S11.2)

std::uint64_t MillisecondsOf(double seconds) {
  return static_cast<std::uint64_t>(std::lround(seconds * 1000));
}

}  // namespace

// S7.6, S7.7, S7.11: a try that meets a section fails, and is counted; after so many of them the
// next one waits. While something is being loaded it fails too, and is not counted.
// A tick that a setting forces waits at once.
bool Oracle::MayStart(const Demand& demand, bool scheduled) {
  if (demand.wait && !scheduled) return true;
  const auto tries = static_cast<std::uint64_t>(settings_[Key::kTries]);
  const bool waits = tries != 0 && program_.skipped >= tries;
  if (around_.section && !waits && !demand.wait) {
    program_.skipped += 1;
    return false;
  }
  const bool loading_matters = !settings_.Is(Key::kFlushLoading) &&
                               !settings_.Is(Key::kCollectWhileLoading) &&
                               !settings_.Is(Key::kStressLoading);
  if (around_.loading && loading_matters && !demand.wait) return false;
  if (around_.section) {
    around_.section = false;
    shown_.waited = true;
  }
  running_.lock = LockState::kReserved;
  return true;
}

bool Oracle::Collect(const Demand& demand, bool scheduled) {
  if (!MayStart(demand, scheduled)) return false;
  running_.busy = true;
  running_.fully = demand.full;
  if (settings_.Is(Key::kFlushLoading) && around_.loading) {
    running_.lock = LockState::kOpen;
    around_.loading = false;
  }
  program_.skipped = 0;
  timer_ = {};
  // What is requested from here on, by a subscriber, is a matter of the next frame.
  if (scheduled) {
    requests_.collection = {};
    requests_.first = {};
    requests_.forced = false;
    if (demand.full) requests_.delay = false;
  }
  const bool enough = heap_.Marking() && !demand.full;
  if (heap_.stage() != Stage::kIdle) FinishPending(demand);
  if (!enough) RunCycle(demand);
  running_.busy = running_.fully = false;
  return true;
}

// S8.7
void Oracle::FinishPending(const Demand& demand) {
  TakeLock(true);
  frame_.knows_slices = false;
  if (heap_.Marking() && demand.keeping) heap_.KeepAssets();
  if (heap_.Marking() && !demand.full) {
    FinishMarking();
  } else {
    cycle_.full = true;
    FinishMarking();
    while (heap_.Purging()) Unit();
    TellOnce(Notice::kPurgeDone);
  }
  GiveLockBack();
}

void Oracle::RunCycle(const Demand& demand) {
  cycle_ = {.number = cycle_.number + 1, .told = 0, .open = true, .full = demand.full};
  TellOnce(Notice::kPreCollect);
  TakeLock(true);
  TellOnce(Notice::kStarted);
  heap_.Start(demand.keeping, demand.sliced && settings_.MarkingLimit() != 0);
  now_ += 1;  // the flip
  if (demand.full) {
    shown_.whole_steps += 1;
    frame_.knows_slices = false;
    FinishMarking();
    while (heap_.Purging()) Unit();
    AwaitUnready();
    if (demand.trim) heap_.Trim();
    TellOnce(Notice::kPurgeDone);
  } else if (demand.sliced) {
    MarkOnce();
  } else {
    frame_.knows_slices = false;
    FinishMarking();
  }
  GiveLockBack();
}

void Oracle::Unit() {
  heap_.DoUnit();
  now_ += 1;
  shown_.units += 1;
}

Oracle::Readings::Readings(double limit, std::uint64_t now)
    : limited(limit != 0), end(now + MillisecondsOf(limit)), last(now) {}

// Reads the clock. S9.2: the longest step of the frame is recorded.
bool Oracle::IsOver(Readings& slice) {
  if (!slice.limited) return false;
  shown_.longest_step = std::max(shown_.longest_step, now_ - slice.last);
  slice.last = now_;
  return now_ >= slice.end;
}

// Works on a stage until it or the time is over; so many units are done between two looks at the
// clock, and it does some however small the limit. Without a limit (0) it ends with the stage.
// After the unit that ends marking the clock is not read. A gather looks at it by itself, so to the
// slice it is one step.
void Oracle::Slice(double limit, int between_looks) {
  const Stage stage = heap_.stage();
  const bool gathers = heap_.Gathering();
  Readings slice(limit, now_);
  const auto is_over = [&] { return gathers ? slice.limited && now_ >= slice.end : IsOver(slice); };
  do {
    for (int i = 0; i < between_looks && heap_.stage() == stage; ++i) Unit();
  } while (heap_.stage() == stage && !is_over());
  if (gathers) IsOver(slice);
}

void Oracle::MarkOnce() {
  frame_.slices += 1;
  Slice(settings_.MarkingLimit(), 1);
  if (heap_.Marking()) return;
  TellOnce(Notice::kMarkingDone);
  if (heap_.Gathering() && settings_.Is(Key::kGatherIncremental)) return;
  frame_.knows_slices = false;
  while (heap_.Gathering()) Unit();
  GatherIsOver();
}

void Oracle::FinishMarking() {
  while (heap_.Marking()) Unit();
  TellOnce(Notice::kMarkingDone);
  while (heap_.Gathering()) Unit();
  GatherIsOver();
}

// S12.2
void Oracle::GatherIsOver() {
  if (settings_.Is(Key::kBeginIncremental) && !cycle_.full) return;
  TellOnce(Notice::kBeginStarts);
  while (heap_.stage() == Stage::kBeginning) Unit();
  TellOnce(Notice::kBeginDone);
}

// S12.8: a full purge asks again and again, with a pause of a second each time, until the grace
// time is over. The lock is free meanwhile.
void Oracle::AwaitUnready() {
  const std::uint64_t end = now_ + MillisecondsOf(settings_[Key::kGrace]);
  while (heap_.waiting() > 0) {
    for (heap_.BeginRound(); heap_.Purging(); now_ += 1) heap_.DoUnit();
    if (heap_.waiting() == 0) return;
    if (now_ >= end) {
      shown_.given_up += static_cast<std::uint64_t>(heap_.waiting());
      shown_.named += std::min(static_cast<std::uint64_t>(heap_.waiting()),
                               static_cast<std::uint64_t>(settings_[Key::kCulprits]));
      return;
    }
    shown_.pauses += 1;
    now_ += 1000;
  }
}

void Oracle::MarkingSlice() {
  running_.busy = true;
  TakeLock(true);
  MarkOnce();
  GiveLockBack();
  running_.busy = false;
  const auto delay = static_cast<std::uint64_t>(settings_[Key::kTraceDelay]);
  frame_.rests_until = delay > 0 ? frame_.number + delay + 1 : 0;
}

// S12.15: without anything to do it does not even take the lock.
void Oracle::PurgeSlice() {
  if (heap_.stage() == Stage::kIdle && heap_.waiting() == 0) return;
  running_.busy = true;
  TakeLock(heap_.Gathering());
  frame_.slices += 1;
  if (heap_.Gathering()) {
    const double own = settings_[Key::kGatherSlice];
    Slice(own > 0 ? own : settings_[Key::kTraceSlice], kIndicesBetweenLooks);
    if (!heap_.Gathering()) {
      if (!settings_.Is(Key::kBeginIncremental)) frame_.knows_slices = false;
      GatherIsOver();
    }
  } else {
    PurgeOnce();
  }
  GiveLockBack();
  running_.busy = false;
}

// S12.13: the time that a subscriber takes is time of the slice, too.
void Oracle::PurgeOnce() {
  Readings slice(PurgeLimitOf(settings_, around_), now_);
  const bool round = !heap_.Purging();
  if (round) heap_.BeginRound();
  TellOnce(Notice::kBeginStarts);
  // Perhaps only objects that an older cycle has begun are to be asked again.
  if (heap_.stage() != Stage::kBeginning) TellOnce(Notice::kBeginDone);
  do {
    Unit();
    IsOver(slice);
    if (heap_.stage() != Stage::kBeginning) TellOnce(Notice::kBeginDone);
  } while (heap_.Purging() && !IsOver(slice));
  if (heap_.Purging()) return;
  if (round && IsLow(settings_, around_)) heap_.Trim();
  TellOnce(Notice::kPurgeDone);
}

void Oracle::TakeLock(bool collecting) {
  if (around_.section) {
    around_.section = false;
    shown_.waited = true;
  }
  running_.lock = LockState::kHeld;
  running_.collecting = collecting;
}

// S14.2, S14.3: what is told without the lock, and the end of a cycle of which nothing is left.
void Oracle::GiveLockBack() {
  running_.lock = LockState::kOpen;
  running_.collecting = false;
  if (!cycle_.open || heap_.Marking() || heap_.Gathering()) return;
  TellOnce(Notice::kPostCollect);
  if (heap_.Purging()) return;
  running_.lock = LockState::kHeld;
  TellOnce(Notice::kBeginStarts);
  TellOnce(Notice::kBeginDone);
  TellOnce(Notice::kPurgeDone);
  running_.lock = LockState::kOpen;
  if (IsLow(settings_, around_)) heap_.Trim();
  TellOnce(Notice::kComplete);
  cycle_.open = cycle_.full = false;
}

void Oracle::TellOnce(Notice notice) {
  const std::uint32_t bit = 1u << static_cast<unsigned>(notice);
  if ((cycle_.told & bit) != 0) return;
  cycle_.told |= bit;
  Tell(notice, cycle_.full);
}

// Names must stay as they are while marking or a gather is under way, and until the end of marking
// was told.
void Oracle::CallSubscriber(Notice notice, bool full, std::uint64_t cycle) {
  const bool held = running_.lock == LockState::kHeld;
  const bool under_way = heap_.Marking() || heap_.Gathering() || notice == Notice::kMarkingDone;
  shown_.told.push_back({.notice = notice,
                         .full = full,
                         .purging_fully = running_.fully,
                         .marking = heap_.Marking(),
                         .purge = heap_.Gathering() || heap_.Purging(),
                         .collecting = running_.collecting,
                         .names_locked = held && under_way,
                         .holds_memory = notice == Notice::kComplete && heap_.HoldsMemory(),
                         .lock = running_.lock,
                         .cycle = cycle,
                         .milliseconds = now_});
  now_ += program_.cost;
  std::optional<Deed>& deed = subscribers_[static_cast<std::size_t>(notice)].deed;
  if (deed) DoInside(*std::exchange(deed, std::nullopt));
}

void Oracle::DoInside(Deed deed) {
  switch (deed) {
    case Deed::kRequest:
      return Request(false, Asked::kInNotice);
    case Deed::kRequestFull:
      return Request(true, Asked::kInNotice);
    case Deed::kDelay:
      requests_.delay = true;
      return;
    case Deed::kTry:
      shown_.answer = Try(true, program_.keeping, Asked::kInNotice);
      return;
  }
}

// A subscriber that has subscribed twice is called twice (S14.4).
void Oracle::Tell(Notice notice, bool full) {
  const std::uint64_t cycle = cycle_.number;  // the first of two subscribers may begin another
  for (Subscription& one : subscribers_[static_cast<std::size_t>(notice)].subscriptions) {
    const std::uint64_t before = now_;
    CallSubscriber(notice, full, cycle);
    one.calls += 1;
    one.called_for += now_ - before;
  }
}

}  // namespace reference::schedule
