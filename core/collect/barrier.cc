// core/collect/barrier.cc -- the write barrier's slow path.
//
// While marking, a white object is marked and queued, and will be scanned before marking ends; for
// any other object there is nothing to do. While gathering nothing is shaded: what is white then is
// doomed, the mutator cannot hold a reference to it, and checked builds catch a store of one here.
//
// Upholds: grey-is-queued, mark-once, barrier-shades-garbage; the rule of each caller.
// Read next: core/population/wavefront.h.

#include "core/pointer/barrier.h"

#include <cstdint>
#include <string>

#include "core/collect/collector.h"
#include "core/population/requirement.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

std::string Named(const Object& object) {
  return std::string(object.header().type->name) + " " + std::to_string(object.header().index);
}

// The object in whose memory a slot lies, or null: the elements of a container lie elsewhere. Looks
// at every object, so it is for a check that is about to fail.
const Object* HolderOf(const Population& heap, const void* slot) {
  const auto at = reinterpret_cast<std::uintptr_t>(slot);
  for (Index index = 1; index < heap.table.End(); ++index) {
    const Object* const object = heap.table[index].Occupant();
    if (object == nullptr) continue;
    const auto begin = reinterpret_cast<std::uintptr_t>(object);
    const std::size_t bytes =
        object->header().type->size + object->header().tail * sizeof(ObjectSlot);
    if (at >= begin && at < begin + bytes) return object;
  }
  return nullptr;
}

// A destroy callback may store doomed objects in doomed ones. While gathering, Shade refuses all.
void CheckHolder(const Population& heap, const void* slot, const Object& doomed) {
  const Object* const holder = HolderOf(heap, slot);
  if (holder == nullptr || heap.IsDoomed(*holder)) return;
  const std::string what = Named(*holder) + " was given " + Named(doomed);
  Abort(Misuse{.rule = Rule::kDestroyLeaksNothing,
               .sentence = "what is doomed is stored in no live object, which outlives it",
               .where = GC_HERE,
               .what = what.c_str()});
}

}  // namespace

void CheckStored(const void* slot, Object& target) {
  Population& heap = target.header().owner->population;
  const Use use(heap, "a store");
  const bool fits = Fits(heap, &target,
                         {.call = "a store",
                          .sentence = "what is stored must be an object that is still there",
                          .where = GC_HERE,
                          .rule = Rule::kInsertionBarrier});
  const bool gathering = heap.phase() == Phase::kGathering;
  if (fits && !gathering && heap.IsDoomed(target)) CheckHolder(heap, slot, target);
}

void ShadeSlow(Object& target, Upholds why) { target.header().owner->Shade(target, why); }

// Shades the target if that needs no more than a look at its mark: its heap is marking, has one
// thread and no clusters, and the mark is one of the two colours and nothing else. False if there
// is more to do.
//
// No other thread marks in a heap of one thread, so a plain store does for the mark (mark-once); a
// step that no other thread may interrupt would wait for all stores before it.
inline bool Collector::ShadesAlone(Object& target) {
  const Colours& colours = population.colours;
  if (kFaulty || kChecked || colours.phase() != Phase::kMarking || population.Stopped() ||
      population.sharing.IsOn() || colours.HasClusters()) {
    return false;
  }
  MarkByte& mark = Population::HeaderMark(target);
  const MarkBits seen = mark.Load();
  if (!IsPlain(seen)) return false;
  const MarkBits reachable = colours.marks().Reachable();
  if (seen == reachable) return true;
  mark.Store(reachable);
  colours.Note(target.header().index);
  wavefront.QueueShaded(target);
  return true;
}

namespace {

[[gnu::noinline]] void NoteAndShade(const void* slot, Object& target, Upholds why) {
  Collector& owner = *target.header().owner;
  owner.clusters.NoteStore(slot, target);
  owner.Shade(target, why);
}

}  // namespace

void StoredSlow(const void* slot, Object& target, Upholds why) {
  if (!target.header().owner->ShadesAlone(target)) [[unlikely]] {
    NoteAndShade(slot, target, why);
  }
}

void TouchedSlow(const Object& touched) {
  Population& heap = touched.header().owner->population;
  if (heap.Stopped() || !heap.IsLive(touched)) return;
  if (heap.EntryOf(touched).flags.Has(flag::kDisregarded)) return;
  GC_ASSERT(heap, false, Rule::kBeginFinishFree, touched.header().index,
            finishing_object != nullptr
                ? "an object is left alone while another one finishes: use it in begin-destroy"
                : "an object that has finished is left alone: use it in begin-destroy");
}

// Shades a target of the mutator, unless the rule that asks for it is broken.
void Collector::Shade(Object& target, Upholds why) {
  Population& heap = population;
  if (heap.phase() == Phase::kIdle || heap.Stopped()) return;
  if (!GC_ASSERT(heap, heap.IsLive(target), why.rule, target.header().index,
                 "what is stored must not have been freed")) {
    return;
  }
  if (heap.phase() == Phase::kGathering) {
    GC_ASSERT(heap, !heap.IsDoomed(target), why.rule, target.header().index,
              "what is stored while gathering must not be doomed");
    return;
  }
  if (clusters.Shade(target, why)) return;
  if (!heap.marks().IsWhite(target.header().mark) &&
      !(kFaulty && heap.colours.MarkWouldEnrol(target.header().index))) {
    return;
  }
  if (!heap.Obeys(why.rule, why.fault, why.where)) return;
  wavefront.ShadeForMutator(target);
}

}  // namespace GC_BUILD
}  // namespace gc
