// core/collect/garbage.cc -- what is dead by decree: references to it do not count.
//
// A game ends an object long before nobody refers to it any more: the door is gone, and a dozen
// others still have a reference to it. It marks the door garbage. From then on the door is not
// valid for anybody who asks, and the trace treats references to it as if they were not there: a
// slot that holds it is cleared when its holder is scanned, and the reference is not followed. So
// it dies, and nobody is left with a reference to where it was.
//
// Not every reference gives way. A class and an outer are immutable: an object is nothing without
// them. Slots of an origin that the heap does not eliminate, and those that a referencer protects,
// are the holder's business. These are followed, garbage or not; so are roots, keep flags and
// strong counts, and whatever the mutator stores: a reference that came into an object after its
// scan is not looked at again in this trace, and must not be left with freed memory. Both give way
// in the next cycle. An object that is marked behind the wavefront, or stored there afterwards,
// therefore lives a cycle longer (B3).
//
// Two copies of the flag say the same: the entry's is what the trace reads, the object's is what
// the game reads. Only the game sets them, and nobody clears them while a cycle is pending: a trace
// that had cleared some references and followed others would be neither.
//
// Upholds: garbage-is-nulled, immutable-is-followed.
// Read next: core/collect/barrier.cc, core/inspect/report/garbage_holders.h.

#include <string>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

[[noreturn]] void RefuseGarbage(const Object& object, const char* row, const char* sentence) {
  const Header& header = object.header();
  const std::string what =
      "object " + std::to_string(header.index) + ", " + std::string(header.type->name);
  Abort(Misuse{.row = row, .sentence = sentence, .where = GC_HERE, .what = what.c_str()});
}

}  // namespace

void Collector::MarkGarbage(Object& object) {
  if (Stopped()) return;
  if (!GC_CHECK(*this, IsLive(object), Rule::kGarbageIsNulled, object.header().index,
                "what is marked garbage must be an object of this heap")) {
    return;
  }
  Entry& entry = EntryOf(object);
  if (entry.flags.Has(flag::kRoot)) {
    RefuseGarbage(object, "S2.11, rule garbage-is-nulled",
                  "a rooted object is not marked garbage: unroot it before");
  }
  if (entry.flags.Has(flag::kDisregarded)) {
    RefuseGarbage(object, "B5, rule garbage-is-nulled",
                  "an object that is never collected is not marked garbage");
  }
  entry.flags.Set(flag::kGarbage);
  object.header_.flags.Set(object_flag::kMirroredGarbage);
  // Who was with it in a cluster is not to die with it (S10.11).
  if (clusters.Any() && !IsDoomed(entry)) DissolveClusterOf(object);
}

void Collector::ClearGarbage(Object& object) {
  if (Stopped()) return;
  if (!GC_CHECK(*this, IsLive(object), Rule::kGarbageIsNulled, object.header().index,
                "what is garbage no longer must be an object of this heap")) {
    return;
  }
  if (phase != Phase::kIdle) {
    RefuseGarbage(object, "S2.11, rule garbage-is-nulled",
                  "no garbage is taken back while a cycle is pending");
  }
  EntryOf(object).flags.Clear(flag::kGarbage);
  object.header_.flags.Clear(object_flag::kMirroredGarbage);
}

// A slot of a scanned object holds garbage. True if it is cleared, and so not followed.
bool Collector::Clears(ObjectSlot& slot, const Reference& line) {
  if (line.immutable || !eliminate.Has(line.origin)) {
    trace.garbage_followed = true;
    return line.immutable && marks.IsWhite(EntryOf(*slot.Raw())) &&
           !Obeys(Rule::kImmutableIsFollowed, Fault::kSkipImmutableGarbage, GC_HERE);
  }
  if (Obeys(Rule::kGarbageIsNulled, Fault::kNeitherClearNorFollow, GC_HERE)) slot.Clear();
  return true;
}

// Whoever asks which references keep garbage is told only where there was one (S9.19).
void Collector::NoticeGarbage(const Object& target) {
  if (IsGarbage(target)) [[unlikely]]
    trace.garbage_followed = true;
}

// The same for a slot that a referencer reported and does not protect.
bool Collector::ClearsReported(ObjectSlot& slot) {
  if (!eliminate.Has(Origin::kCode) || !IsGarbage(*slot.Raw())) return false;
  if (Obeys(Rule::kGarbageIsNulled, Fault::kNeitherClearNorFollow, GC_HERE)) slot.Clear();
  return true;
}

}  // namespace GC_BUILD
}  // namespace gc
