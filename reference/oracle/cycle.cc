// reference/oracle/cycle.cc -- the events of a step, one by one, and what the step owes as a whole.

#include "reference/oracle/cycle.h"

#include <string>
#include <utility>

#include "reference/oracle/clusters.h"

namespace reference {
namespace {

// A holder is scanned: what it refers to and does not count is null from now on.
void ClearGarbageIn(Heap& heap, Name object) {
  if (!heap.clears().Of(heap[object])) return;
  for (std::size_t field = 0; field < heap[object].fields.size(); ++field) {
    const Name target = heap[object].fields[field];
    if (target == kNull || !heap.At(target).garbage || heap[object].IsOuter(field)) continue;
    heap.SetField(object, field, kNull);
  }
  heap.Lost().clear();  // lost by a step of the collector, and so to the mutator too
}

bool OnlyPurges(Verb verb) { return verb == Verb::kPurge || verb == Verb::kFinishPurge; }

void ClearReportedGarbage(Heap& heap) {
  if (!heap.clears().code) return;
  for (std::uint32_t i = 0; i < heap.ReferencerCount(); ++i) {
    const auto [target, raw, protecting] = heap.ReferencerAt(i);
    if (target == kNull || !heap.At(target).garbage || raw || protecting) continue;
    heap.SetReferencer(i, {});
  }
  heap.Lost().clear();
}

}  // namespace

void Cycle::Clear(const Ways& ways) {
  ways_ = ways;
  notes_.clear();
  masked_.clear();
  purge_.Clear();
  stage_ = Stage::kIdle;
  gather_begun_ = false;
  units_ = alive_at_flip_ = born_in_sections_ = 0;
}

void Cycle::Born(Name object, bool counts_as_work) {
  if (object >= notes_.size()) notes_.resize(object + 1);
  notes_[object] = {};
  purge_.Born(object);
  if (counts_as_work && Marking()) ++alive_at_flip_;
}

void Cycle::Read(Name object) {
  Note& note = notes_[object];
  note.must_go = false;
  note.collects = 0;
  if (Gathering()) note.promised = true;
}

Finding Cycle::SeeStep(Heap& heap, const Promises& promises, const Operation& operation,
                       std::span<const Event> events) {
  BeginStep();
  keeps_ = operation.verb == Verb::kStartKeeping || operation.verb == Verb::kCollectKeeping;
  if (operation.verb == Verb::kCollectKeeping && stage_ == Stage::kMarking) KeepFlagged(heap);
  for (const Event& event : events) {
    if (event.kind == EventKind::kFaultCommitted) continue;
    if (IsUnit(event.kind)) {
      if (cycle_ended_ && operation.verb == Verb::kTick) {
        return Wrong(Property::kPause, event.object, "a tick went on after the end of a cycle");
      }
      if (event.kind != EventKind::kBegin || !ways_.begins_at_once) ++step_units_;
      if (OnlyPurges(operation.verb) && event.kind < EventKind::kGather) {
        return Wrong(Property::kPause, event.object,
                     "a purge did a unit of marking: " + std::string(WordOf(event.kind)));
      }
    }
    if (Finding finding = See(heap, promises, event)) return finding;
    if (event.kind == EventKind::kCycleEnd) cycle_ended_ = true;
  }
  return std::nullopt;
}

void Cycle::BeginStep() {
  flipped_ = cycle_ended_ = false;
  step_units_ = 0;
  ended_together_.clear();
  was_idle_ = stage_ == Stage::kIdle && !PurgePending();
  was_purged_ = stage_ != Stage::kGathering && !PurgePending();
  purge_.BeginStep();
}

Finding Cycle::EndStep(const Heap& heap, const Promises& promises, const Operation& operation) {
  if (operation.verb == Verb::kCollect || operation.verb == Verb::kCollectKeeping ||
      operation.verb == Verb::kTryCollect) {
    return CheckSurvivors(heap, promises);
  }
  if (!promises.units) return std::nullopt;
  if (ways_.begins_at_once && stage_ == Stage::kIdle && purge_.Unbegun() > 0) {
    return Wrong(Property::kProgress, kNull, "a gather ended, and not all of its batch began");
  }
  const std::uint32_t units = step_units_;
  if (operation.verb == Verb::kStart || operation.verb == Verb::kStartKeeping) {
    if (units > 1) return Wrong(Property::kPause, kNull, "a start did more than the flip");
    if (was_idle_ && units == 0) return Wrong(Property::kProgress, kNull, "a start did nothing");
    return std::nullopt;
  }
  if (operation.verb == Verb::kTrim) {
    if (units == 0) return std::nullopt;
    return Wrong(Property::kPause, kNull, "a trim did the collector's work");
  }
  if (operation.verb == Verb::kFinishPurge) {
    if (stage_ == Stage::kGathering || PurgePending()) {
      return Wrong(Property::kProgress, kNull, "a finish-purge left something pending");
    }
    return purge_.CheckWaiting("a finish-purge");
  }
  const bool tick = operation.verb == Verb::kTick;
  const bool purge = operation.verb == Verb::kPurge;
  if ((tick || purge) && units > operation.number) {
    return Wrong(Property::kPause, kNull,
                 "a " + std::string(WordOf(operation.verb)) + " of " +
                     std::to_string(operation.number) + " did " + std::to_string(units) + " units");
  }
  const bool stuck = stage_ == Stage::kMarking && heap.ConstructingCount() > 0;
  const bool had_work = purge ? !was_purged_ : !was_idle_ && !stuck;
  if (had_work && units == 0 && !cycle_ended_) {
    return Wrong(Property::kProgress, kNull,
                 "a " + std::string(WordOf(operation.verb)) + " did nothing while work was left");
  }
  if (!tick || !was_idle_ || operation.number < purge_.WaitingBeforeStep()) return std::nullopt;
  return purge_.CheckWaiting("an idle tick");
}

// What was not published of a cycle that is to be over; empty if nothing.
std::string Cycle::MissingOfWholeCycle() const {
  if (!flipped_) return "it has no flip";
  switch (stage_) {
    case Stage::kMarking:
      return "behind the flip there is no end-check with flag 1";
    case Stage::kGathering:
      return "behind the end-check there is no cycle-end";
    case Stage::kIdle:
      break;
  }
  if (purge_.Batch() == 0) return {};
  return "of what was doomed, " + std::to_string(purge_.Batch()) + " were not freed";
}

// After a collect: what was unreachable is gone, and what waits was asked.
Finding Cycle::CheckSurvivors(const Heap& heap, const Promises& promises) {
  if (promises.units) {
    if (std::string missing = MissingOfWholeCycle(); !missing.empty()) {
      return Wrong(Property::kProgress, kNull,
                   "a collect did not run a whole cycle: " + std::move(missing));
    }
    return purge_.CheckWaiting("a collect");
  }
  const std::vector<char>& reachable = heap.Reachable();
  for (const Name name : heap.Present()) {
    notes_[name].collects = reachable[name] ? 0 : notes_[name].collects + 1;
    if (promises.exact && notes_[name].collects >= promises.collects_until_gone) {
      return Wrong(Property::kCompleteness, name,
                   NameText(name) + " is unreachable and outlived " +
                       std::to_string(notes_[name].collects) +
                       (notes_[name].collects == 1 ? " collect" : " collects"));
    }
  }
  return std::nullopt;
}

Finding Cycle::See(Heap& heap, const Promises& promises, const Event& event) {
  // After the first index, anything but another index ends the gather.
  if (gather_begun_ && event.kind != EventKind::kGather) {
    if (Finding finding = EndGather(heap, promises.exact)) return finding;
  }
  const bool of_the_cycle = event.kind <= EventKind::kGather;
  if (of_the_cycle && event.kind != EventKind::kFlip && ++units_ > Bound(heap)) {
    return Wrong(Property::kProgress, kNull, "a cycle went on beyond its bound");
  }
  switch (event.kind) {
    case EventKind::kFlip:
      return SeeFlip(heap);
    case EventKind::kInitialReferences:
      if (heap.GarbageCount() > 0) ClearReportedGarbage(heap);
      return std::nullopt;
    case EventKind::kScan:
      return SeeScan(heap, event.object);
    case EventKind::kEndCheck:
      if (event.flag) stage_ = Stage::kGathering;
      return std::nullopt;
    case EventKind::kGather:
      return SeeGather(heap, event);
    case EventKind::kCycleEnd:
      return EndPurge(heap, promises);
    case EventKind::kDissolved:
      return SeeDissolved(heap, event.object);
    case EventKind::kPoll:
    case EventKind::kBegan:
    case EventKind::kFinished:
    case EventKind::kFreed:
      return heap.Born(event.object) ? SeeDestruction(heap, promises, event) : std::nullopt;
    case EventKind::kBarrierList:
    case EventKind::kBegin:  // the object itself says the rest: kBegan, kFreed
    case EventKind::kFree:
    case EventKind::kFaultCommitted:
      return std::nullopt;
  }
  return std::nullopt;
}

Finding Cycle::SeeEnd(Heap& heap, const Promises& promises, const Event& event) {
  return heap.Born(event.object) ? SeeDestruction(heap, promises, event) : std::nullopt;
}

Finding Cycle::SeeDestruction(Heap& heap, const Promises& promises, const Event& event) {
  const bool staged = promises.staged_destruction;
  if (event.kind == EventKind::kPoll) return purge_.SeePoll(heap, event);
  if (event.kind == EventKind::kBegan) return purge_.SeeBegan(heap, staged, event.object);
  if (event.kind == EventKind::kFinished) return purge_.SeeFinished(heap, staged, event.object);
  if (Finding finding = purge_.SeeFreed(heap, staged, event.object)) return finding;
  notes_[event.object] = {};
  return std::nullopt;
}

// Flip, initial references, every object scanned and listed once, an end check for each object
// shaded late, every index once; a section may have been lent twice as many as it made besides.
std::uint64_t Cycle::Bound(const Heap& heap) const {
  const std::uint64_t once = 3 * alive_at_flip_ + heap.NameCount() + 2 * born_in_sections_ + 4;
  // Each object may lead to a walk over all that are marked.
  return ways_.scans_again ? once * (heap.NameCount() + 1) : once;
}

// What a collector that stops the world would free now has to go in this cycle.
Finding Cycle::SeeFlip(Heap& heap) {
  const bool inside_a_cycle = stage_ != Stage::kIdle;
  flipped_ = true;
  stage_ = Stage::kMarking;
  gather_begun_ = false;
  if (!inside_a_cycle) units_ = alive_at_flip_ = 0;
  LetFlaggedGo(heap);
  if (keeps_) KeepFlagged(heap);
  for (const Name name : heap.Present()) {
    if (heap[name].life != Life::kAlive) continue;
    Note& note = notes_[name];
    if (!inside_a_cycle) {
      note.must_go = false;
      ++alive_at_flip_;
    }
    note.scanned = note.promised = false;
  }
  const bool by_counting = heap.GarbageCount() > 0;
  if (by_counting) collector_.Mark(heap, References::kThatCount, counting_);
  for (const Name name : Sweep(heap, by_counting ? counting_ : heap.Reachable())) {
    notes_[name].must_go = true;
  }
  return std::nullopt;
}

// What a mask names is in the root set, and what it leads to need not go in this cycle.
void Cycle::KeepFlagged(Heap& heap) {
  for (const Name name : heap.Present()) {
    if (!heap[name].flagged || heap[name].life != Life::kAlive || heap[name].masked) continue;
    heap.Set(RootFlag::kMasked, name, true);
    masked_.push_back(name);
    heap.Close(name, reached_);
    for (const Name led_to : reached_) notes_[led_to].must_go = false;
  }
}

void Cycle::LetFlaggedGo(Heap& heap) {
  if (masked_.empty()) return;
  for (const Name name : masked_) {
    if (heap[name].masked) heap.Set(RootFlag::kMasked, name, false);
  }
  masked_.clear();
  heap.Lost().clear();  // lost by a step of the collector, and so to the mutator too
}

Finding Cycle::SeeScan(Heap& heap, Name object) {
  if (!heap.Born(object)) return std::nullopt;
  if (notes_[object].scanned && !ways_.scans_again) {
    return Wrong(Property::kProgress, object, NameText(object) + " was scanned twice in a cycle");
  }
  notes_[object].scanned = true;
  // Looked at once more: a cluster is followed once in a cycle, and what was stored since stays.
  if (ways_.scans_again && heap[object].cluster != kNull) return std::nullopt;
  if (heap.GarbageCount() > 0) ClearGarbageIn(heap, object);
  return std::nullopt;
}

Finding Cycle::SeeGather(Heap& heap, const Event& event) {
  gather_begun_ = true;
  if (!event.flag || !heap.Born(event.object)) return std::nullopt;
  const Name object = event.object;
  if (Finding finding = MustNotDestroy(heap, object, "gathered")) return finding;
  if (heap[object].life != Life::kAlive) {
    return Wrong(Property::kOrder, object, NameText(object) + " was gathered twice");
  }
  if (notes_[object].promised) {
    return Wrong(Property::kWeakAnswer, object,
                 NameText(object) + " was gathered after a weak read in this gather led to it");
  }
  const bool begun = heap[object].begun;
  heap.SetLife(object, begun ? Life::kBegun : Life::kGathered);
  if (heap[object].cluster == object) BuryCluster(heap, object);
  purge_.Gathered(begun);
  return std::nullopt;
}

Finding Cycle::EndGather(Heap& heap, bool exact) {
  LetFlaggedGo(heap);
  gather_begun_ = false;
  stage_ = Stage::kIdle;
  for (const Name name : heap.Present()) {
    Note& note = notes_[name];
    const bool stayed = heap[name].life == Life::kAlive && (note.must_go || note.denied);
    note.must_go = note.promised = false;
    if (!stayed || !exact) continue;
    return Wrong(
        Property::kCompleteness, name,
        NameText(name) + (note.denied ? " was answered with null and was not gathered in that cycle"
                                      : " was unreachable at the flip and was not gathered"));
  }
  return std::nullopt;
}

// Marking came to a cluster that keeps garbage: its members are on their own again, so that the
// references to the garbage are cleared. One such cluster may end with another that it refers to.
Finding Cycle::SeeDissolved(Heap& heap, Name root) {
  if (std::erase(ended_together_, root) > 0) return std::nullopt;
  if (heap.At(root).cluster != root) {
    return Violation{Property::kClusters, root, NameText(root) + " was no root of a cluster"};
  }
  if (!ClusterKeepsGarbage(heap, root)) {
    return Violation{Property::kClusters, root,
                     "the cluster of " + NameText(root) + " was dissolved, and keeps no garbage"};
  }
  std::vector<Name> keeping;
  for (const Heap::Cluster& cluster : heap.Clusters()) {
    if (cluster.root != root && ClusterKeepsGarbage(heap, cluster.root))
      keeping.push_back(cluster.root);
  }
  DissolveCluster(heap, root);
  for (const Name one : keeping) {
    if (heap[one].cluster != one) ended_together_.push_back(one);
  }
  return std::nullopt;
}

Finding Cycle::EndPurge(Heap& heap, const Promises& promises) {
  if (stage_ == Stage::kGathering && !purge_.Open()) {
    // No older purge ended here: the table was empty, and no index was visited.
    if (Finding finding = EndGather(heap, promises.exact)) return finding;
  }
  return purge_.End(heap, promises.staged_destruction);
}

}  // namespace reference
