// core/collect/barrier.cc -- the write barrier's slow path.
//
// While marking, a white object is marked and queued, and will be scanned before marking ends; for
// any other object there is nothing to do. A store leaves that for later if its heap allows it, and
// comes here if the heap's buffer has no room, or is not known. While gathering nothing is shaded:
// what is white then is doomed, the mutator cannot hold a reference to it, and checked builds catch
// a store of one here.
//
// Upholds: grey-is-queued, mark-once, barrier-shades-garbage; the rule of each caller.
// Read next: core/population/wavefront.h.

#include "core/pointer/barrier.h"

#include <cstdint>
#include <string>

#include "core/collect/collector.h"
#include "core/object/store_buffer.h"
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
const Object* HolderOfSlot(const Population& heap, const void* slot) {
  const auto at = reinterpret_cast<std::uintptr_t>(slot);
  for (const Index index : heap.table.Indices()) {
    const Object* const object = heap.table[index].Occupant();
    if (object == nullptr) continue;
    const auto begin = reinterpret_cast<std::uintptr_t>(object);
    const std::size_t bytes = object->header().type->size + TailOf(*object) * sizeof(ObjectSlot);
    if (at >= begin && at < begin + bytes) return object;
  }
  return nullptr;
}

// A destroy callback may store doomed objects in doomed ones. While gathering, Shade refuses all.
void CheckHolder(const Population& heap, const void* slot, const Object& doomed) {
  const Object* const holder = HolderOfSlot(heap, slot);
  if (holder == nullptr || heap.IsDoomed(*holder)) return;
  const std::string what = Named(*holder) + " was given " + Named(doomed);
  Abort(Misuse{.rule = Rule::kDestroyLeaksNothing,
               .sentence = "what is doomed is stored in no live object, which outlives it",
               .where = GC_HERE,
               .what = what.c_str()});
}

}  // namespace

void CheckStored(const void* slot, Object& target) {
  Population& heap = OwnerOf(target).population;
  const Use use(heap, "a store");
  const bool fits = Fits(heap, &target,
                         {.call = "a store",
                          .sentence = "what is stored must be an object that is still there",
                          .where = GC_HERE,
                          .rule = Rule::kInsertionBarrier});
  const bool gathering = heap.phase() == Phase::kGathering;
  if (fits && !gathering && heap.IsDoomed(target)) CheckHolder(heap, slot, target);
}

namespace {

// Whether there is something to shade: the heap is marking, and no check fails.
inline bool MayShade(Population& heap, Object& target, Upholds why) {
  if (heap.phase() == Phase::kIdle || heap.Stopped()) return false;
  if (!GC_ASSERT(heap, heap.IsLive(target), why.rule, target.header().index,
                 "what is stored must not have been freed")) {
    return false;
  }
  if (heap.phase() == Phase::kMarking) return true;
  GC_ASSERT(heap, !heap.IsDoomed(target), why.rule, target.header().index,
            "what is stored while gathering must not be doomed");
  return false;
}

// Whether an object that is in no cluster is to be shaded, as far as a look at it says. In few
// instructions, since stores do this.
inline bool IsToBeShaded(Population& heap, Object& target, Upholds why) {
  if (kFaulty && !heap.marks().IsWhite(target.header().mark) &&
      !heap.colours.MarkWouldEnrol(target.header().index)) {
    return false;
  }
  return heap.Obeys(why.rule, why.fault, why.where);
}

// A store in a heap that has clusters.
[[gnu::noinline]] void StoredBesideClusters(const void* slot, Object& target, Upholds why) {
  Collector& owner = OwnerOf(target);
  owner.clusters.NoteStore(slot, target);
  owner.Shade(target, why);
}

}  // namespace

void ShadeSlow(Object& target, Upholds why) {
  OwnerOf(target).Shade(target, Upholding::Instead(why));
}

void StoredSlow(const void* slot, Object& target, Upholds by) {
  const Upholds why = Upholding::Instead(by);
  Collector& owner = OwnerOf(target);
  Population& heap = owner.population;
  if (heap.colours.HasClusters()) return StoredBesideClusters(slot, target, why);
  if (MayShade(heap, target, why) && IsToBeShaded(heap, target, why)) {
    owner.wavefront.ShadeSoon(target);
  }
}

void TouchedSlow(const Object& touched) {
  Population& heap = OwnerOf(touched).population;
  if (heap.Stopped() || !heap.IsLive(touched)) return;
  if (heap.EntryOf(touched).flags.Has(flag::kDisregarded)) return;
  GC_ASSERT(heap, false, Rule::kBeginFinishFree, touched.header().index,
            finishing_object != nullptr
                ? "an object is left alone while another one finishes: use it in begin-destroy"
                : "an object that has finished is left alone: use it in begin-destroy");
}

// Shades a target of the mutator, unless the rule that asks for it is broken.
void Collector::Shade(Object& target, Upholds why) {
  if (!MayShade(population, target, why) || clusters.Shade(target, why)) return;
  if (IsToBeShaded(population, target, why)) wavefront.ShadeForMutator(target);
}

}  // namespace GC_BUILD
}  // namespace gc
