// core/heap/garbage.cc -- an object is explicitly marked garbage: references to it do not count.
//
// A game ends an object long before the last reference to it is gone: the door is destroyed, and a
// dozen objects still refer to it. So the game marks the door garbage. From then on validity
// queries say that the door is not valid, and marking treats references to it as if they were not
// there: a slot that holds it is cleared when the slot's holder is scanned. So the door dies, and
// no reference is left to its memory.
//
// Some references are followed all the same, garbage or not: class and outer, which are immutable;
// slots of an origin that the heap does not eliminate; slots that a referencer protects; and roots,
// keep flags and strong counts. So is whatever the mutator stores: its holder may have been scanned
// already, and must not be left with freed memory. Such a slot is cleared in the next cycle, so an
// object that is marked garbage behind the wavefront lives a cycle longer (B3).
//
// The flag has three copies that say the same: marking reads the one in the header's mark, the game
// reads the one among the object's flags, and the one in the entry is for what has an index. Only
// the game sets them. It may not clear them while a cycle is pending, as marking may have cleared
// some references and followed others by then.
//
// Upholds: garbage-is-nulled, immutable-is-followed (with core/population/elimination.cc).
// Read next: core/inspect/report/garbage_holders.h.

#include <string>

#include "core/collect/collector.h"
#include "core/heap/heap.h"
#include "core/population/requirement.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

[[noreturn]] void RefuseGarbage(const Object& object, const char* sentence) {
  const Header& header = object.header();
  const std::string rooted_at = OwnerOf(object).roots.RootedAt(object);
  const std::string what = "object " + std::to_string(header.index) + ", " +
                           std::string(header.type->name) +
                           (rooted_at.empty() ? "" : ", rooted at " + rooted_at);
  Abort(Misuse{.rule = Rule::kGarbageIsNulled,
               .sentence = sentence,
               .where = GC_HERE,
               .what = what.c_str()});
}

}  // namespace

void Heap::MarkGarbage(Object* object) {
  const Use use(collector_->population, "MarkGarbage");
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (!Fits(heap, object,
            {.call = "MarkGarbage",
             .sentence = "what is marked garbage must be an object of this heap",
             .where = GC_HERE,
             .rule = Rule::kGarbageIsNulled})) {
    return;
  }
  Entry& entry = heap.EntryOf(*object);
  if (entry.flags.Has(flag::kRoot)) {
    RefuseGarbage(*object, "a rooted object is not marked garbage: unroot it before");
  }
  if (entry.flags.Has(flag::kDisregarded)) {
    RefuseGarbage(*object,
                  "what is made in the disregard window cannot be garbage: make it afterwards");
  }
  entry.flags.Set(flag::kGarbage);
  Population::HeaderMark(*object).Set(mark::kGarbage);
  Population::FlagsOf(*object).Set(object_flag::kMirroredGarbage);
  // The other objects of its cluster must not die with it (S10.11).
  if (heap.colours.HasClusters() && !heap.IsDoomed(*object)) collector_->clusters.Dissolve(*object);
}

void Heap::ClearGarbage(Object* object) {
  const Use use(collector_->population, "ClearGarbage");
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (!Fits(heap, object,
            {.call = "ClearGarbage",
             .sentence = "what is garbage no longer must be an object of this heap",
             .where = GC_HERE,
             .rule = Rule::kGarbageIsNulled})) {
    return;
  }
  if (heap.phase() != Phase::kIdle) {
    RefuseGarbage(*object, "no garbage is taken back while a cycle is pending: wait for its end");
  }
  heap.EntryOf(*object).flags.Clear(flag::kGarbage);
  Population::HeaderMark(*object).Clear(mark::kGarbage);
  Population::FlagsOf(*object).Clear(object_flag::kMirroredGarbage);
}

}  // namespace GC_BUILD
}  // namespace gc
