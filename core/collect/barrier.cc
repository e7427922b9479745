// core/collect/barrier.cc -- the write barrier's slow path.
//
// Only a white object of a heap that is marking is of interest: it is marked and queued, and will
// be scanned before the trace ends. After the trace's end nothing is shaded: what is white then is
// doomed, the mutator cannot have it in hand, and in checked builds a store of it is caught here.
//
// Upholds: grey-is-queued, mark-once, barrier-shades-garbage; the rule of each caller.
// Read next: core/collect/marker.cc.

#include "core/pointer/barrier.h"

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

void ShadeSlow(Object& target, Upholds why) { target.header().owner->Barrier(target, why); }

void StoredSlow(const void* slot, Object& target, Upholds why) {
  Collector& owner = *target.header().owner;
  if (owner.clusters.Any()) owner.NoteStore(slot, target);
  owner.Barrier(target, why);
}

// Shades a target of the mutator, unless the rule that asks for it is broken.
void Collector::Barrier(Object& target, Upholds why) {
  if (phase == Phase::kIdle || Stopped()) return;
  if (!GC_ASSERT(*this, IsLive(target), why.rule, target.header().index,
                 "what is stored must not have been freed")) {
    return;
  }
  const Entry& entry = EntryOf(target);
  if (phase == Phase::kGathering) {
    GC_ASSERT(*this, !IsDoomed(entry), why.rule, target.header().index,
              "what is stored while gathering must not be doomed");
    return;
  }
  if (clusters.Any() && ShadeClustered(target, why)) return;
  if (!marks.IsWhite(entry) && !(kFaulty && MarkWouldEnrol(entry))) return;
  if (!Obeys(why.rule, why.fault, why.where)) return;
  ShadeForMutator(target);
}

void Collector::ShadeForMutator(Object& target) {
  // A holder that was scanned is not looked at again: who would clear the reference?
  if (marks.IsWhite(EntryOf(target)) && EntryOf(target).flags.Has(flag::kGarbage) &&
      !Obeys(Rule::kBarrierShadesGarbage, Fault::kSkipStoredGarbage, GC_HERE)) {
    return;
  }
  if (!Mark(EntryOf(target))) return;
  if (!Obeys(Rule::kGreyIsQueued, Fault::kShadeWithoutQueueing, GC_HERE)) return;
  // One of several mutators wins the mark, and only that one is here.
  if (sharing.on) return sharing.barrier.Push(&target);
  barrier.push_back(&target);
  if (!Obeys(Rule::kGreyIsQueued, Fault::kQueueTwice, GC_HERE)) barrier.push_back(&target);
}

void Collector::TakeShared() {
  if (sharing.on) sharing.barrier.Take([this](Object* object) { barrier.push_back(object); });
}

std::vector<Object*> Collector::SharedGrey() const {
  std::vector<Object*> grey;
  if (sharing.on) sharing.barrier.ForEach([&grey](Object* object) { grey.push_back(object); });
  return grey;
}

// Under black-locals, a reference that the mutator loaded will be used when nobody looks.
void Collector::Loaded(Object& object) {
  if (phase != Phase::kMarking || locals != Locals::kBlack || Stopped()) return;
  if (!GC_ASSERT(*this, IsLive(object), Rule::kInsertionBarrier, object.header().index,
                 "what is loaded must not have been freed")) {
    return;
  }
  if (clusters.Any() &&
      ShadeClustered(object, {Rule::kWeakReadBarrier, Fault::kReadWithoutShading, GC_HERE})) {
    return;
  }
  ShadeForMutator(object);
}

// Asks to be told of stores, or no longer.
void Collector::Listen() {
  const bool listen =
      phase == Phase::kMarking || (kChecked && phase == Phase::kGathering) || clusters.Any();
  if (listen == listening) return;
  listening = listen;
  if (listen) {
    heaps_listening.fetch_add(1, std::memory_order_relaxed);
  } else {
    heaps_listening.fetch_sub(1, std::memory_order_relaxed);
  }
}

}  // namespace GC_BUILD
}  // namespace gc
