// core/heap/garbage.cc -- an object is explicitly marked garbage: references to it do not count.
//
// A game ends an object long before the last reference to it is gone: the door is gone, and a dozen
// others still refer to it. It marks the door garbage. From then on the door is not valid whenever
// that is asked, and the marking treats references to it as if they were not there: a slot that
// holds it is cleared when its holder is scanned, and the reference is not followed. So it dies,
// and no reference is left to where it was.
//
// Not every reference gives way. A class and an outer are immutable: an object is nothing without
// them. Slots of an origin that the heap does not eliminate, and those that a referencer protects,
// are the holder's business. These are followed, garbage or not; so are roots, keep flags and
// strong counts, and whatever the mutator stores: a reference that came into an object after its
// scan is not looked at again in this marking, and must not be left with freed memory. Both give
// way in the next cycle. An object that is marked behind the wavefront, or stored there afterwards,
// therefore lives a cycle longer (B3).
//
// Two copies of the flag say the same: the entry's is what the marking reads, the object's is what
// the game reads. Only the game sets them, and it may not clear them while a cycle is pending: a
// marking that had cleared some references and followed others would be neither.
//
// Upholds: garbage-is-nulled, immutable-is-followed (with core/population/elimination.cc).
// Read next: core/inspect/report/garbage_holders.h.

#include <string>

#include "core/collect/collector.h"
#include "core/heap/heap.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

[[noreturn]] void RefuseGarbage(const Object& object, const char* sentence) {
  const Header& header = object.header();
  const std::string what =
      "object " + std::to_string(header.index) + ", " + std::string(header.type->name);
  Abort(Misuse{.rule = Rule::kGarbageIsNulled,
               .sentence = sentence,
               .where = GC_HERE,
               .what = what.c_str()});
}

}  // namespace

void Heap::MarkGarbage(Object* object) {
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (!GC_CHECK(heap, heap.IsLive(*object), Rule::kGarbageIsNulled, object->header().index,
                "what is marked garbage must be an object of this heap")) {
    return;
  }
  Entry& entry = heap.EntryOf(*object);
  if (entry.flags.Has(flag::kRoot)) {
    RefuseGarbage(*object, "a rooted object is not marked garbage: unroot it before");
  }
  if (entry.flags.Has(flag::kDisregarded)) {
    RefuseGarbage(*object, "an object that is never collected is not marked garbage");
  }
  entry.flags.Set(flag::kGarbage);
  Population::FlagsOf(*object).Set(object_flag::kMirroredGarbage);
  // What was with it in a cluster is not to die with it (S10.11).
  if (heap.colours.HasClusters() && !heap.IsDoomed(entry)) collector_->clusters.Dissolve(*object);
}

void Heap::ClearGarbage(Object* object) {
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (!GC_CHECK(heap, heap.IsLive(*object), Rule::kGarbageIsNulled, object->header().index,
                "what is garbage no longer must be an object of this heap")) {
    return;
  }
  if (heap.phase() != Phase::kIdle) {
    RefuseGarbage(*object, "no garbage is taken back while a cycle is pending: wait for its end");
  }
  heap.EntryOf(*object).flags.Clear(flag::kGarbage);
  Population::FlagsOf(*object).Clear(object_flag::kMirroredGarbage);
}

}  // namespace GC_BUILD
}  // namespace gc
