// core/collect/marker.cc -- the trace: from the flip to the end check.
//
// The flip makes everything white at once and greys the roots. Then the wavefront crosses the heap,
// an object at a time: what waits in a list is taken, what it refers to is marked and queued. The
// mutator runs between slices; what it stores is queued by the barrier on a list of its own, which
// is taken when the work list is empty. When both are empty, whoever can refer without a barrier is
// asked once more (raw referencers, rescanned locals); if that brings nothing new, every reachable
// object is black, and in the same step the barrier is switched off: whatever the mutator does from
// here on, it can only do with what is marked.
//
// An object is the unit of scanning. A slice never ends inside one, and no address of a slot
// outlives the scan: the mutator may move the references of a half-scanned object from the part
// that is still to be scanned into the part that was.
//
// Upholds: flip-precondition, mark-once, flip-leaves-unreachable, initial-references-always,
// scan-is-atomic, referencer-barrier, end-needs-empty.
// Read next: core/collect/garbage.cc, core/collect/gather.cc.

#include "core/collect/asking.h"
#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

// Marks and queues what the collector found.
void Collector::ShadeFound(Object& target) {
  if (!GC_ASSERT(*this, IsLive(target), Rule::kInsertionBarrier, target.header().index,
                 "what a live object refers to must not have been freed")) {
    return;
  }
  if (clusters.Any()) return ReachFound(target);
  if (Mark(EntryOf(target))) work.push_back(&target);
}

// What a slot of a scanned object refers to; unless that is garbage, and the slot is cleared. Most
// targets are marked already and no garbage: one look at one word says so.
inline void Collector::ShadeOrClear(ObjectSlot& slot, const Reference& line) {
  Object& target = *slot.Raw();
  if (!GC_ASSERT(*this, IsLive(target), Rule::kInsertionBarrier, target.header().index,
                 "what a live object refers to must not have been freed")) {
    return;
  }
  const FlagWord flags = EntryOf(target).flags.Load();
  if ((flags & (marks.Reachable() | flag::kGarbage)) == marks.Reachable()) return;
  if ((flags & flag::kGarbage) != 0) [[unlikely]] {
    if (Clears(slot, line)) return;
  }
  ShadeFound(target);
}

// Unreachable objects of a purge that is still pending are no part of the new cycle: the flip
// exchanges two bits and leaves the third alone.
void Collector::Flip() {
  marks.Flip();
  if constexpr (kFaulty) {
    for (Index index = 1; index < table.End(); ++index) {
      if (Marks::IsUnreachable(table[index]) &&
          !Obeys(Rule::kFlipLeavesUnreachable, Fault::kSwapUnreachableToo, GC_HERE)) {
        marks.Doubt(table[index]);
      }
    }
  }
  phase = Phase::kMarking;
  trace = {};
  flips += 1;
  units = 0;
  Listen();
  if (clusters.Any()) BeginClusterCycle();
  KeepConstructing();
  // Nobody is told of a cluster that is dissolved before he is told of the flip.
  clusters.dissolve_later = true;
  MarkRoots();
  clusters.dissolve_later = false;
  Publish({.kind = EventKind::kFlip});
  if (!clusters.flagged.empty()) DissolveReached(kNoIndex);
}

// The referencers are asked on another thread while this one flips and greys the roots: they only
// read what they have, and the flip only writes flag words. What they say is held by value, to be
// taken with the initial references; nothing can be freed before it is marked.
void Collector::FlipAndAsk() {
  std::vector<Object*> reported;
  Reporter hold(
      [](void* context, Object* target) {
        static_cast<std::vector<Object*>*>(context)->push_back(target);
      },
      &reported,
      {[](void* self, ObjectSlot& slot) {
         return static_cast<Collector*>(self)->ClearsReported(slot);
       },
       this});
  const Asking asking_now(*this);
  workers->Both([this] { Flip(); },
                [&] {
                  for (const Referencer* one = first_referencer; one != nullptr;
                       one = one->Next()) {
                    one->Ask(hold);
                  }
                });
  trace.reported = std::move(reported);
}

// All of them, whatever the barrier has found meanwhile: the two are different references.
void Collector::TakeInitialReferences() {
  trace.initial_references_taken = true;
  const std::size_t before = work.size();
  if (trace.reported) {
    for (Object* const target : *trace.reported) {
      NoticeGarbage(*target);
      ShadeFound(*target);
    }
    trace.reported.reset();
  } else {
    AskReferencers();
  }
  AskLocals();
  Publish({.kind = EventKind::kInitialReferences,
           .detail = static_cast<std::uint32_t>(work.size() - before)});
}

void Collector::AskReferencers() {
  Reporter shade(
      [](void* context, Object* target) {
        Collector& self = *static_cast<Collector*>(context);
        if (!self.barrier.empty() &&
            !self.Obeys(Rule::kInitialReferencesAlways, Fault::kSkipReferencers, GC_HERE)) {
          return;
        }
        self.NoticeGarbage(*target);
        self.ShadeFound(*target);
      },
      this,
      {[](void* self, ObjectSlot& slot) {
         return static_cast<Collector*>(self)->ClearsReported(slot);
       },
       this});
  const Asking asking_now(*this);
  for (const Referencer* one = first_referencer; one != nullptr; one = one->Next()) {
    one->Ask(shade);
  }
}

void Collector::AskLocals() {
  for (const LocalReference* one = first_local; one != nullptr; one = one->Next()) {
    if (one->Raw() != nullptr) ShadeFound(*one->Raw());
  }
}

// Raw slots change without a barrier, so their answers are asked for again.
void Collector::AskRawAgain() {
  Reporter shade(
      [](void* context, Object* target) {
        Collector& self = *static_cast<Collector*>(context);
        if (self.IsLive(*target) && self.IsWhite(self.EntryOf(*target)) &&
            !self.Obeys(Rule::kReferencerBarrier, Fault::kSkipRawInFinalPass, GC_HERE)) {
          return;
        }
        self.ShadeFound(*target);
      },
      this);
  const Asking asking_now(*this);
  for (const Referencer* one = first_referencer; one != nullptr; one = one->Next()) {
    if (one->kind() == Referencer::Kind::kRaw) one->Ask(shade);
  }
}

// What the barrier shaded is grey as before, and now waits with the rest.
void Collector::TakeBarrierList() {
  Publish({.kind = EventKind::kBarrierList, .detail = static_cast<std::uint32_t>(barrier.size())});
  work.insert(work.end(), barrier.begin(), barrier.end());
  barrier.clear();
}

Work Collector::ScanSome(Work budget) {
  Work spent = 0;
  while (spent < budget && !work.empty() && !Stopped()) spent += ScanOne(budget - spent);
  return spent;
}

Work Collector::ScanOne(Work budget) {
  Object& object = *work.back();
  work.pop_back();
  if (!GC_ASSERT(*this, IsLive(object), Rule::kGreyIsQueued, object.header().index,
                 "what waits in a work list must not have been freed")) {
    return 1;
  }
  // Who is dissolved is scanned after that.
  const bool in_cluster = clusters.Any() && EntryOf(object).flags.Has(flag::kClusterRoot);
  if (in_cluster) ActivateClusterOf(object);
  Publish({.kind = EventKind::kScan, .object = &object});
  if (in_cluster && EntryOf(object).flags.Has(flag::kClusterRoot)) return 1;
  trace.scanning = &object;
  if (!Obeys(Rule::kScanIsAtomic, Fault::kEndBetweenFields)) {
    return ScanBetweenFields(object, budget);
  }
  for (const Reference& line : object.header().type->references) {
    ForEachSlotOf(line, object, [this, &line](ObjectSlot& slot) {
      if (slot.Raw() != nullptr) ShadeOrClear(slot, line);
    });
  }
  trace.scanning = nullptr;
  return 1;
}

// The fault: every field costs a unit, and where the budget ends, so does the scan. The object was
// popped already, so nobody comes back to the rest of it.
Work Collector::ScanBetweenFields(Object& object, Work budget) {
  Work spent = 0;
  bool complete = true;
  for (const Reference& line : object.header().type->references) {
    ForEachSlotOf(line, object, [&](ObjectSlot& slot) {
      Object* const target = slot.Raw();
      if (spent < budget) {
        spent += 1;
        if (target != nullptr) ShadeOrClear(slot, line);
        return;
      }
      if (complete && target != nullptr && IsLive(*target) && IsWhite(EntryOf(*target))) {
        Obeys(Rule::kScanIsAtomic, Fault::kEndBetweenFields, GC_HERE);
      }
      complete = false;
    });
  }
  if (complete) trace.scanning = nullptr;
  return spent == 0 ? 1 : spent;
}

// The fault: the trace ends, though the initial references were never taken. It matters if one of
// them is white.
void Collector::NoticeUnfinishedTask() {
  if (trace.initial_references_taken) return;
  Reporter notice(
      [](void* context, Object* target) {
        Collector& self = *static_cast<Collector*>(context);
        if (!self.IsLive(*target) || !self.IsWhite(self.EntryOf(*target))) return;
        self.Obeys(Rule::kEndNeedsEmpty, Fault::kIgnoreUnfinishedTask, GC_HERE);
      },
      this);
  for (const Referencer* one = first_referencer; one != nullptr; one = one->Next()) {
    one->Ask(notice);
  }
  for (const LocalReference* one = first_local; one != nullptr; one = one->Next()) {
    if (one->Raw() != nullptr) notice.Raw(one->Raw());
  }
}

// Both lists are empty. Ends the trace unless somebody who can refer without a barrier has
// something new.
void Collector::CheckEnd() {
  if (trace.end_decided) {
    if (!barrier.empty()) Obeys(Rule::kEndNeedsEmpty, Fault::kBarrierOffLate, GC_HERE);
    return EndTrace();
  }
  AskRawAgain();
  if (locals == Locals::kRescanned) AskLocals();
  // Here every strongly reachable object is marked, and if nothing was found, black.
  trace.end_decided = work.empty() && !Obeys(Rule::kEndNeedsEmpty, Fault::kBarrierOffLate);
  if (work.empty() && !trace.end_decided) return EndTrace();
  Publish({.kind = EventKind::kEndCheck, .flag = 0});
}

// What is white now is doomed. The barrier goes off in the same step, and the gather's range is
// what exists now: whatever is born later is not its business.
void Collector::EndTrace() {
  if constexpr (kFaulty) NoticeUnfinishedTask();
  DissolveFlagged();
  phase = Phase::kGathering;
  trace.scanning = nullptr;
  gather = {.next = table.First(), .end = table.End()};
  Listen();
  Publish({.kind = EventKind::kEndCheck, .flag = 1});
}

}  // namespace GC_BUILD
}  // namespace gc
