// core/collect/keep.cc -- what keeps an object alive besides references: flags, and masks of flags.
//
// Flags of the entry keep an object for as long as they stand. Flags of the author keep it for one
// collection, if the caller's mask names one of them; a collection without a mask takes everything
// that nothing refers to. The flip does not look at every object for either: whoever has a reason
// to be kept is in `kept`, and whoever has flags that a mask could name is in `authored`.
//
// A keep flag that is set while a trace is pending shades, as rooting does. An author's flag does
// not: masks are read when a call starts or completes a trace, and never in between.
//
// Upholds: keep-flags-are-roots, root-barrier.   Read next: core/collect/marker.cc.

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

// keep-flags-are-roots: the one place where what is live by decree is marked.
void Collector::MarkRoots() {
  kept.ForEach([this](Index index) {
    Object* const object = table[index].Occupant();
    if (object == nullptr) return;
    const Entry& entry = table[index];
    const bool loading_only = entry.flags.Has(flag::kLoading) &&
                              !entry.flags.Has((flag::kRoot | flag::kKeep) & ~flag::kLoading) &&
                              entry.strong.load(std::memory_order_relaxed) == 0;
    if (loading_only && !Obeys(Rule::kKeepFlagsAreRoots, Fault::kIgnoreOneFlag, GC_HERE)) return;
    ShadeFound(*object);
  });
  MarkMasked();
}

void Collector::MarkMasked() {
  if (mask == object_flag::kNone) return;
  authored.ForEach([this](Index index) {
    Object* const object = table[index].Occupant();
    if (object != nullptr && object->header().flags.Has(mask)) ShadeFound(*object);
  });
}

void Collector::SetKeep(Object& object, FlagWord flags) {
  if (Stopped()) return;
  const Index index = object.header().index;
  if (!GC_CHECK(*this, IsLive(object) && !IsDoomed(EntryOf(object)), Rule::kUnreachableIsFinal,
                index,
                "what is given a keep flag must be an object of this heap, and not doomed") ||
      !GC_CHECK(*this, (flags & ~flag::kKeep) == 0, Rule::kRootBarrier, index,
                "only keep flags may be set by hand")) {
    return;
  }
  const TableLock lock(sharing);
  EntryOf(object).flags.Set(flags);
  kept.Add(index);
  Shade(&object, {Rule::kRootBarrier, Fault::kKeepWithoutShading, GC_HERE});
}

void Collector::ClearKeep(Object& object, FlagWord flags) {
  if (Stopped()) return;
  const Index index = object.header().index;
  if (!GC_CHECK(*this, IsLive(object), Rule::kRootBarrier, index,
                "a keep flag is cleared on an object of this heap") ||
      !GC_CHECK(*this, (flags & ~flag::kKeep) == 0, Rule::kRootBarrier, index,
                "only keep flags may be cleared by hand")) {
    return;
  }
  const TableLock lock(sharing);
  Entry& entry = EntryOf(object);
  entry.flags.Clear(flags);
  if (!IsKept(entry)) kept.Remove(index);
}

void Collector::SetFlags(Object& object, ObjectFlags flags) {
  if (Stopped()) return;
  if (!GC_CHECK(*this, IsLive(object) && (flags & ~object_flag::kAuthor) == 0, Rule::kRootBarrier,
                object.header().index,
                "the author's flags are set, and on an object of this heap")) {
    return;
  }
  object.header_.flags.Set(flags);
  const TableLock lock(sharing);
  authored.Add(object.header().index);
}

// It stays among those a mask looks at, which costs a look.
void Collector::ClearFlags(Object& object, ObjectFlags flags) {
  if (Stopped()) return;
  if (!GC_CHECK(*this, IsLive(object) && (flags & ~object_flag::kAuthor) == 0, Rule::kRootBarrier,
                object.header().index,
                "the author's flags are cleared, and on an object of this heap")) {
    return;
  }
  object.header_.flags.Clear(flags);
}

}  // namespace GC_BUILD
}  // namespace gc
