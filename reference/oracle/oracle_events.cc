// reference/oracle/oracle_events.cc -- the collector's side: what a step published, and whether it
// may be so.
//
// A step is judged by its events, in order. The oracle knows three stages: idle, marking (from a
// flip to the end check) and gathering (from there to the last index). Nobody publishes the end of
// a gather: it is over when, after its first index, anything else of the cycle happens. The purge
// of an older cycle may run beside the trace, and is over before the gather's first index.

#include "reference/oracle/oracle.h"

namespace reference {

namespace {

Violation Wrong(Property property, Name object, std::string message) {
  return Violation{property, object, std::move(message)};
}

}  // namespace

std::optional<Violation> Oracle::Step(const Operation& operation, std::span<const Event> events) {
  BeforeStep();
  std::uint32_t units = 0;
  bool cycle_ended = false;
  for (const Event& event : events) {
    if (event.kind == EventKind::kFaultCommitted) continue;
    if (IsUnit(event.kind)) {
      if (cycle_ended && operation.verb == Verb::kTick) {
        return Wrong(Property::kPause, event.object, "a tick went on after the end of a cycle");
      }
      ++units;
    }
    if (Finding finding = See(event)) return finding;
    if (event.kind == EventKind::kCycleEnd) cycle_ended = true;
  }
  return AfterStep(operation, units, cycle_ended);
}

void Oracle::BeforeStep() {
  flipped_ = false;
  ended_together_.clear();
  was_idle_ = stage_ == Stage::kIdle && batch_ == 0 && !purge_open_;
  std::erase_if(waiting_, [this](Name name) { return !notes_[name].waiting; });
  for (const Name name : waiting_) notes_[name].polled = false;
  waiting_before_ = waiting_.size();
}

// What a step owes as a whole. Raw references held by the mutator die here, unless `hold` kept
// them.
std::optional<Violation> Oracle::AfterStep(const Operation& operation, std::uint32_t units,
                                           bool cycle_ended) {
  ++steps_;
  names_known_ = false;
  if (operation.verb == Verb::kCollect || operation.verb == Verb::kTryCollect) {
    return CheckSurvivors();
  }
  if (!promises_.units) return std::nullopt;
  if (operation.verb == Verb::kStart) {
    if (units > 1) return Wrong(Property::kPause, kNull, "a start did more than the flip");
    if (was_idle_ && units == 0) return Wrong(Property::kProgress, kNull, "a start did nothing");
    return std::nullopt;
  }
  const bool tick = operation.verb == Verb::kTick;
  if (tick && units > operation.number) {
    return Wrong(Property::kPause, kNull,
                 "a tick of " + std::to_string(operation.number) + " did " + std::to_string(units) +
                     " units");
  }
  const bool stuck = stage_ == Stage::kMarking && heap_.ConstructingCount() > 0;
  if (!was_idle_ && !stuck && units == 0 && !cycle_ended) {
    return Wrong(Property::kProgress, kNull,
                 "a " + std::string(WordOf(operation.verb)) + " did nothing while work was left");
  }
  if (!tick || !was_idle_ || operation.number < waiting_before_) return std::nullopt;
  return CheckWaiting("an idle tick");
}

std::optional<Violation> Oracle::CheckWaiting(const char* step) const {
  for (const Name name : waiting_) {
    if (!notes_[name].waiting || notes_[name].polled) continue;
    return Wrong(Property::kProgress, name,
                 NameText(name) + " waits to finish and was not asked again by " + step);
  }
  return std::nullopt;
}

// After a collect: garbage is gone, and whoever waits was asked.
std::optional<Violation> Oracle::CheckSurvivors() {
  if (promises_.units) {
    if (!flipped_ || stage_ != Stage::kIdle || batch_ > 0) {
      return Wrong(Property::kProgress, kNull, "a collect did not run a whole cycle");
    }
    return CheckWaiting("a collect");
  }
  const std::vector<char>& reachable = heap_.Reachable();
  for (const Name name : heap_.Present()) {
    notes_[name].collects = reachable[name] ? 0 : notes_[name].collects + 1;
    if (promises_.exact && notes_[name].collects >= promises_.collects_until_gone) {
      return Wrong(Property::kCompleteness, name,
                   NameText(name) + " is unreachable and outlived " +
                       std::to_string(notes_[name].collects) +
                       (notes_[name].collects == 1 ? " collect" : " collects"));
    }
  }
  return std::nullopt;
}

std::optional<Violation> Oracle::See(const Event& event) {
  // After the first index, anything but another index ends the gather.
  if (gather_begun_ && event.kind != EventKind::kGather) {
    if (Finding finding = EndGather()) return finding;
  }
  const bool of_the_cycle = event.kind <= EventKind::kGather;
  if (of_the_cycle && event.kind != EventKind::kFlip && ++cycle_units_ > CycleBound()) {
    return Wrong(Property::kProgress, kNull, "a cycle went on beyond its bound");
  }
  switch (event.kind) {
    case EventKind::kFlip:
      return SeeFlip();
    case EventKind::kInitialReferences:
      if (heap_.GarbageCount() > 0) ClearReportedGarbage();
      return std::nullopt;
    case EventKind::kScan:
      return SeeScan(event.object);
    case EventKind::kEndCheck:
      if (event.flag) stage_ = Stage::kGathering;
      return std::nullopt;
    case EventKind::kGather:
      return SeeGather(event);
    case EventKind::kPoll:
      return SeePoll(event);
    case EventKind::kCycleEnd:
      return EndPurge();
    case EventKind::kDissolved:
      return SeeDissolved(event.object);
    case EventKind::kBegan:
      return SeeBegan(event.object);
    case EventKind::kFinished:
      return SeeFinished(event.object);
    case EventKind::kFreed:
      return SeeFreed(event.object);
    default:
      return std::nullopt;
  }
}

// Flip, initial references, every object scanned and listed once, an end check for each object
// shaded late, every index once.
std::uint64_t Oracle::CycleBound() const { return 3 * alive_at_flip_ + NameCount() + 4; }

// What is unreachable now has to go in this cycle.
std::optional<Violation> Oracle::SeeFlip() {
  const bool inside_a_cycle = stage_ != Stage::kIdle;
  flipped_ = true;
  stage_ = Stage::kMarking;
  gather_begun_ = false;
  if (!inside_a_cycle) {
    cycle_units_ = 0;
    alive_at_flip_ = 0;
  }
  const bool by_counting = heap_.GarbageCount() > 0;
  const std::vector<char> counting = by_counting ? heap_.Counting() : std::vector<char>();
  const std::vector<char>& reachable = by_counting ? counting : heap_.Reachable();
  for (const Name name : heap_.Present()) {
    if (heap_[name].life != Life::kAlive) continue;
    Notes& notes = notes_[name];
    if (!inside_a_cycle) {
      notes.must_go = false;
      ++alive_at_flip_;
    }
    if (!reachable[name]) notes.must_go = true;
    notes.scanned = notes.promised = false;
  }
  return std::nullopt;
}

std::optional<Violation> Oracle::SeeScan(Name object) {
  if (!heap_.Born(object)) return std::nullopt;
  if (notes_[object].scanned) {
    return Wrong(Property::kProgress, object, NameText(object) + " was scanned twice in a cycle");
  }
  notes_[object].scanned = true;
  if (heap_.GarbageCount() > 0) ClearGarbageIn(object);
  return std::nullopt;
}

std::optional<Violation> Oracle::MustNotDestroy(Name object, const char* what) const {
  if (!IsReachable(object)) return std::nullopt;
  return Wrong(Property::kSafety, object,
               "a reachable object was " + std::string(what) + ": " + PathTo(object));
}

std::optional<Violation> Oracle::SeeGather(const Event& event) {
  gather_begun_ = true;
  if (!event.flag || !heap_.Born(event.object)) return std::nullopt;
  const Name object = event.object;
  if (Finding finding = MustNotDestroy(object, "gathered")) return finding;
  if (heap_[object].life != Life::kAlive) {
    return Wrong(Property::kOrder, object, NameText(object) + " was gathered twice");
  }
  if (notes_[object].promised) {
    return Wrong(Property::kWeakAnswer, object,
                 NameText(object) + " was gathered after a weak read in this gather led to it");
  }
  heap_.SetLife(object, Life::kGathered);
  if (ClusterOf(object) == object) heap_.Bury(object);
  purge_open_ = true;
  ++batch_;
  ++unbegun_;
  ++unfinished_;
  return std::nullopt;
}

std::optional<Violation> Oracle::EndGather() {
  gather_begun_ = false;
  stage_ = Stage::kIdle;
  for (const Name name : heap_.Present()) {
    Notes& notes = notes_[name];
    const bool stayed = heap_[name].life == Life::kAlive && (notes.must_go || notes.denied);
    notes.must_go = notes.promised = false;
    if (!stayed || !promises_.exact) continue;
    return Wrong(Property::kCompleteness, name,
                 NameText(name) +
                     (notes.denied ? " was answered with null and was not gathered in that cycle"
                                   : " was unreachable at the flip and was not gathered"));
  }
  return std::nullopt;
}

std::optional<Violation> Oracle::SeePoll(const Event& event) {
  if (!heap_.Born(event.object)) return std::nullopt;
  const Name object = event.object;
  Notes& notes = notes_[object];
  notes.polled = true;
  purge_open_ = true;
  if (heap_[object].life < Life::kBegun) {
    return Wrong(Property::kOrder, object, NameText(object) + " was asked before it had begun");
  }
  if (event.flag) return std::nullopt;  // its finish-destroy speaks for itself
  if (heap_[object].ready) {
    return Wrong(Property::kProgress, object, NameText(object) + " was ready and did not finish");
  }
  if (!notes.waiting) {
    notes.waiting = true;
    waiting_.push_back(object);
    --batch_;
    --unfinished_;
  }
  return std::nullopt;
}

std::optional<Violation> Oracle::SeeBegan(Name object) {
  if (!heap_.Born(object)) return std::nullopt;
  if (Finding finding = MustNotDestroy(object, "told to begin destruction")) return finding;
  if (!promises_.staged_destruction) return std::nullopt;
  if (heap_[object].life != Life::kGathered) {
    return Wrong(Property::kOrder, object,
                 NameText(object) + (heap_[object].life == Life::kAlive
                                         ? " began destruction and was never gathered"
                                         : " began destruction twice"));
  }
  if (finishing_) {
    return Wrong(Property::kOrder, object,
                 NameText(object) + " began after another object of its batch had finished");
  }
  heap_.SetLife(object, Life::kBegun);
  --unbegun_;
  return std::nullopt;
}

std::optional<Violation> Oracle::SeeFinished(Name object) {
  if (!heap_.Born(object)) return std::nullopt;
  if (Finding finding = MustNotDestroy(object, "told to finish destruction")) return finding;
  if (!promises_.staged_destruction) return std::nullopt;
  const Life life = heap_[object].life;
  if (life != Life::kBegun) {
    return Wrong(
        Property::kOrder, object,
        NameText(object) + (life < Life::kBegun ? " finished before it began" : " finished twice"));
  }
  if (!heap_[object].ready) {
    return Wrong(Property::kOrder, object, NameText(object) + " finished and was not ready");
  }
  if (unbegun_ > 0) {
    return Wrong(Property::kOrder, object,
                 NameText(object) + " finished before all of its batch had begun");
  }
  heap_.SetLife(object, Life::kFinished);
  finishing_ = true;
  if (notes_[object].waiting) {  // it joins the batch that is being finished
    notes_[object].waiting = false;
    ++batch_;
  } else {
    --unfinished_;
  }
  return std::nullopt;
}

std::optional<Violation> Oracle::SeeFreed(Name object) {
  if (!heap_.Born(object)) return std::nullopt;
  if (Finding finding = MustNotDestroy(object, "freed")) return finding;
  const Life life = heap_[object].life;
  if (life == Life::kFreed) {
    return Wrong(Property::kOrder, object, NameText(object) + " was freed twice");
  }
  if (promises_.staged_destruction) {
    if (life != Life::kFinished) {
      return Wrong(Property::kOrder, object,
                   NameText(object) + " was freed before it had finished");
    }
    if (unfinished_ > 0) {
      return Wrong(Property::kOrder, object,
                   NameText(object) + " was freed before all of its batch had finished");
    }
    --batch_;
  }
  heap_.Free(object);
  notes_[object] = {};
  return std::nullopt;
}

// The purge is over: whoever was ready is gone. What waits is in no batch.
std::optional<Violation> Oracle::EndPurge() {
  if (stage_ == Stage::kGathering && !purge_open_) {
    // No older purge ended here: the table was empty, and no index was visited.
    if (Finding finding = EndGather()) return finding;
  }
  finishing_ = false;
  purge_open_ = false;
  if (batch_ == 0 || !promises_.staged_destruction) return std::nullopt;
  for (const Name name : heap_.Present()) {
    const bool doomed = heap_[name].life > Life::kAlive;
    if (!doomed || notes_[name].waiting) continue;
    return Wrong(
        Property::kCompleteness, name,
        NameText(name) + " was gathered and ready, and is not freed by the end of its purge");
  }
  return std::nullopt;
}

}  // namespace reference
