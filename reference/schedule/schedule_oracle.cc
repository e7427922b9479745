// reference/schedule/schedule_oracle.cc -- the tick of a world, and what the program asks for.

#include "reference/schedule/schedule_oracle.h"

namespace reference::schedule {
bool Oracle::Allows(const Operation& operation) const {
  switch (operation.verb) {
    case Verb::kLive:
    case Verb::kGarbage:
    case Verb::kAsset:
    case Verb::kSlow:
      return heap_.Objects() + operation.number <= kMostObjects;
    case Verb::kDrop:
      return operation.number <= heap_.roots();
    case Verb::kSection:
      return operation.on != around_.section;
    case Verb::kPlay:
    case Verb::kTick:
    case Verb::kAgain:
    case Verb::kRequest:
    case Verb::kDelay:
    case Verb::kUntil:
    case Verb::kUnload:
    case Verb::kKeep:
    case Verb::kCollect:
    case Verb::kTry:
    case Verb::kMap:
    case Verb::kSet:
    case Verb::kMemory:
    case Verb::kLevels:
    case Verb::kServer:
    case Verb::kPlayers:
    case Verb::kLoading:
    case Verb::kCost:
    case Verb::kAt:
      return true;
    case Verb::kReady:
      // In the middle of asking, it would matter which objects were asked already.
      return heap_.stage() != Stage::kFinishing;
    case Verb::kSubscribe:
      return subscribers_[operation.which].subscriptions.size() < kMostSubscriptions;
    case Verb::kUnsubscribe:
      return !subscribers_[operation.which].subscriptions.empty();
  }
  return false;
}

const Shown& Oracle::Apply(const Operation& operation) {
  shown_.told.clear();
  shown_.answer = shown_.waited = false;
  switch (operation.verb) {
    case Verb::kTick:
      Tick(false, operation.number);
      break;
    case Verb::kAgain:
      Tick(frame_.ticked, operation.number);
      break;
    case Verb::kRequest:
      Request(operation.full, Asked::kRequest);
      break;
    case Verb::kUnload:
      if (settings_.Is(Key::kCollectOnUnload)) Request(true, Asked::kUnload);
      break;
    case Verb::kCollect:
      shown_.asked = Asked::kCollect;
      Collect({.full = operation.full, .keeping = operation.on || program_.keeping}, false);
      break;
    case Verb::kTry:
      shown_.answer = Try(operation.full, operation.on || program_.keeping, Asked::kTry);
      break;
    case Verb::kMap:
      shown_.asked = Asked::kMap;
      Collect({.trim = true, .keeping = program_.keeping}, false);
      break;
    case Verb::kPlay:
    case Verb::kDelay:
    case Verb::kUntil:
    case Verb::kKeep:
    case Verb::kSet:
    case Verb::kMemory:
    case Verb::kLevels:
    case Verb::kServer:
    case Verb::kPlayers:
    case Verb::kLoading:
    case Verb::kSection:
    case Verb::kLive:
    case Verb::kDrop:
    case Verb::kGarbage:
    case Verb::kAsset:
    case Verb::kCost:
    case Verb::kAt:
    case Verb::kSubscribe:
    case Verb::kUnsubscribe:
    case Verb::kSlow:
    case Verb::kReady:
      Change(operation);
      break;
  }
  ShowState();
  return shown_;
}

// What collects nothing, and only changes what a later decision depends on.
void Oracle::Change(const Operation& operation) {
  const int count = static_cast<int>(operation.number);
  switch (operation.verb) {
    case Verb::kPlay:
      program_.playing = true;
      break;
    case Verb::kDelay:
      requests_.delay = true;
      break;
    case Verb::kUntil:
      timer_.due_at = timer_.elapsed + operation.number;
      break;
    case Verb::kKeep:
      program_.keeping = operation.on;
      break;
    case Verb::kSet:
      settings_.Set(static_cast<Key>(operation.which), operation.number);
      break;
    case Verb::kMemory:
      around_.free_megabytes = operation.number;
      break;
    case Verb::kLevels:
      around_.levels_wait = operation.on;
      break;
    case Verb::kServer:
      around_.server = operation.on;
      break;
    case Verb::kPlayers:
      around_.players = operation.on;
      break;
    case Verb::kLoading:
      around_.loading = operation.on;
      break;
    case Verb::kSection:
      around_.section = operation.on;
      break;
    case Verb::kLive:
      heap_.MakeRoots(count);
      break;
    case Verb::kDrop:
      heap_.DropRoots(count);
      break;
    case Verb::kGarbage:
      heap_.MakeGarbage(count);
      break;
    case Verb::kAsset:
      heap_.MakeAssets(count);
      break;
    case Verb::kSlow:
      heap_.MakeSlow(count);
      break;
    case Verb::kReady:
      heap_.SetReady(operation.on);
      break;
    case Verb::kCost:
      program_.cost = static_cast<std::uint64_t>(operation.number);
      break;
    case Verb::kAt:
      subscribers_[operation.which].deed = static_cast<Deed>(operation.deed);
      break;
    case Verb::kSubscribe:
      subscribers_[operation.which].subscriptions.emplace_back();
      break;
    case Verb::kUnsubscribe: {
      std::vector<Subscription>& all = subscribers_[operation.which].subscriptions;
      all.erase(all.begin());
      shown_.answer = true;
      break;
    }
    case Verb::kTick:
    case Verb::kAgain:
    case Verb::kRequest:
    case Verb::kUnload:
    case Verb::kCollect:
    case Verb::kTry:
    case Verb::kMap:
      break;
  }
}

void Oracle::ShowState() {
  shown_.marking = heap_.Marking();
  shown_.purge = heap_.Gathering() || heap_.Purging();
  shown_.elapsed = timer_.elapsed;
  shown_.interval = IntervalOf(settings_, around_);
  shown_.marking_limit = settings_.MarkingLimit();
  shown_.purge_limit = PurgeLimitOf(settings_, around_);
  shown_.skipped = program_.skipped;
  shown_.cycle = cycle_.number;
  shown_.objects = static_cast<std::uint64_t>(heap_.Objects());
  shown_.named_plain = static_cast<std::uint64_t>(heap_.NamedPlain());
  shown_.loading = around_.loading;
  shown_.slices = frame_.slices;
  shown_.calls = shown_.called_for = shown_.duplicates = 0;
  for (const Subscriber& one : subscribers_) {
    if (one.subscriptions.size() > 1) shown_.duplicates += one.subscriptions.size();
    for (const Subscription& each : one.subscriptions) {
      shown_.calls += each.calls;
      shown_.called_for += each.called_for;
    }
  }
}

void Oracle::Request(bool full, Asked by) {
  const std::size_t kind = full ? 1 : 0;
  requests_.collection[kind] = true;
  if (requests_.first[kind] == Asked::kNot) requests_.first[kind] = by;
}

Moment Oracle::Look(bool further) const {
  const bool over = IntervalOf(settings_, around_) > 0 && TimeLeft() < 0;
  return {.further = further,
          .full_request = requests_.collection[1],
          .playing = program_.playing,
          .delay = requests_.delay,
          .marking = heap_.Marking(),
          .resting = frame_.number < frame_.rests_until,
          .purge = heap_.Gathering() || heap_.Purging(),
          .time_is_over = over || settings_.Is(Key::kTraceContinuous),
          .request = requests_.collection[0],
          .elapsed = timer_.elapsed,
          .due_at = timer_.elapsed + TimeLeft()};
}

void Oracle::Tick(bool further, double seconds) {
  const std::uint64_t before = now_;
  if (!further) BeginFrame(seconds);
  moment_ = Look(further);
  line_ = &LineFor(moment_, left_out_);
  Do(line_->act);
  shown_.row = line_->row;
  shown_.act = line_->act;
  shown_.pause += now_ - before;
}

// S13.3, S13.4, S13.14
void Oracle::BeginFrame(double seconds) {
  frame_.ticked = true;
  frame_.number += 1;
  frame_.knows_slices = true;
  frame_.slices = 0;
  shown_.started = false;
  shown_.asked = Asked::kNot;
  shown_.units = shown_.pause = shown_.longest_step = 0;
  if (program_.playing) timer_.elapsed += seconds;
  const auto every = static_cast<std::uint64_t>(settings_[Key::kEveryFrames]);
  if (every != 0 && frame_.number % every == 0) requests_.collection[1] = true;
  if (settings_.Is(Key::kStressLoading) && around_.loading) requests_.collection[1] = true;
  if (settings_.Is(Key::kForceEveryFrame)) requests_.collection[1] = requests_.forced = true;
}

void Oracle::Do(Act act) {
  switch (act) {
    case Act::kNothing:
      return;
    case Act::kCollectFully:
      return StartScheduled(true);
    case Act::kSkipFrame:
      requests_.delay = false;
      return;
    case Act::kMarkingSlice:
      return MarkingSlice();
    case Act::kStart:
      return StartScheduled(false);
    case Act::kPurgeSlice:
      return PurgeSlice();
  }
}

// S13.6
void Oracle::StartScheduled(bool full) {
  const Asked by = requests_.first[full ? 1 : 0];
  if (!Collect({.full = full,
                .wait = full && requests_.forced,
                .sliced = !full,
                .keeping = program_.keeping},
               true)) {
    return;
  }
  shown_.asked = by;
  shown_.started = true;
  frame_.rests_until = 0;
  const auto delay = static_cast<std::uint64_t>(settings_[Key::kTraceDelay]);
  if (heap_.Marking() && delay > 0) frame_.rests_until = frame_.number + delay + 1;
  Tell(Notice::kCleanUp, full);
}

bool Oracle::Try(bool full, bool keeping, Asked by) {
  if (running_.busy) return false;
  if (!Collect({.full = full, .wait = false, .keeping = keeping}, false)) return false;
  shown_.asked = by;
  return true;
}

}  // namespace reference::schedule
