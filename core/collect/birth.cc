// core/collect/birth.cc -- an object comes into the heap, and the last ones leave it.
//
// What colour is a new object? Outside a cycle it must carry the bit that means reachable, and only
// that one, or the next flip misreads it. While marking it is born black: its slots are null, and
// whatever is stored into them goes through the barrier. While gathering it is born reachable, for
// the gather may still come to its index.
//
// Upholds: birth-colour-idle, birth-colour-marking, birth-colour-gathering.
// Read next: core/collect/marker.cc.

#include <string>

#include "core/collect/collector.h"
#include "core/collect/running.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// The heap whose listeners this thread is telling of an object.
thread_local const Collector* telling = nullptr;

}  // namespace

Object::Object(const Birth& birth) : header_(birth.header_) { header_.owner->Register(*this); }

// Memory and an index; null if either has run out.
void* Collector::Allocate(const Class& type, const BirthOptions& options, Index& index) {
  if (!MayMake(type, nullptr)) return nullptr;
  if (telling == this) {
    Abort(Misuse{.row = "S1.24",
                 .sentence = "a listener of the table makes no objects",
                 .where = GC_HERE,
                 .what = type.name});
  }
  void* made = nullptr;
  std::optional<CapacityNotice> notice;
  {
    const TableLock lock(sharing);
    if (type.HasRawFields()) [[unlikely]] {
      NoticeRawFields(type);
    }
    index = AcquireIndex(options);
    if (index != kNoIndex) {
      made = table.IsLow(index) ? memory.AllocatePermanent(type, options.tail)
                                : memory.Allocate(type, options.tail);
      if (made == nullptr) table.GiveBack(index);
    }
    if (made == nullptr || capacity.warn_at != 0) notice = NoticeOf(made != nullptr);
  }
  if (notice) Say(*notice);
  return made;
}

// Under the table lock.
Index Collector::AcquireIndex(const BirthOptions& options) {
  if (options.identity != nullptr) {
    return ClaimIdentity(*options.identity) ? options.identity->index : kNoIndex;
  }
  if (disregard.open) {
    disregard.made += 1;
    const Index low = table.AcquireLow();
    if (low != kNoIndex) return low;
  }
  return table.Acquire();
}

// A slice of a trace must not come between the store into a raw field and the scan of its holder;
// so a class that has one rules out slices.
void Collector::NoticeRawFields(const Class& type) {
  if (raw_class == nullptr) raw_class = &type;
  if (phase == Phase::kMarking) CheckMayTraceInSlices();
}

void Collector::CheckMayTraceInSlices() const {
  if (!kBarriered) {
    Abort(Misuse{.row = "S5.3, rule insertion-barrier",
                 .sentence = "a trace in slices needs the barrier, which this build does not have",
                 .where = GC_HERE});
  }
  if (raw_class == nullptr || raw_allowed) return;
  const std::string field = std::string(raw_class->name) + '.' + raw_class->FirstRaw()->name;
  Abort(Misuse{.row = "S5.22, rule insertion-barrier",
               .sentence = "a trace in slices needs a wrapper in every field that it follows",
               .where = GC_HERE,
               .what = field.c_str()});
}

// Publishes an object whose base is constructed. What another thread makes it alone knows of, and
// nothing on its stack keeps it alive past the end of its section; so it is kept until it is handed
// over. Its entry is empty: the serial was retired when the last occupant was freed, and 0 stays
// until somebody refers to the new one weakly.
void Collector::Register(Object& object) {
  const TableLock lock(sharing);
  Entry& entry = EntryOf(object);
  const Index index = object.header().index;
  if (entry.Occupant() == &object) return;  // pending construction: it was registered before
  const FlagWord recycled = entry.flags.Load() & flag::kRecycled;
  const FlagWord kept_by = (sharing.IsHome() ? 0 : flag::kAsync) | Granted(object);
  const FlagWord colour = table.IsLow(index) ? flag::kDisregarded : BirthColour();
  entry.flags.Initialise(recycled | colour | kept_by);
  entry.strong.store(0, std::memory_order_relaxed);
  entry.Publish(object);
  if (kept_by != 0) kept.Add(index);
  object_count += 1;
  if (!listeners.empty()) Tell(&TableListener::OnCreated, object);
}

// The author's wishes, as flags of the entry; on the object nobody sees them.
FlagWord Collector::Granted(Object& object) {
  const ObjectFlags flags = object.header().flags.Load();
  if (flags == object_flag::kNone) return 0;
  object.header_.flags.Clear(object_flag::kNotAtBirth);
  if ((flags & object_flag::kAuthor) != 0) authored.Add(object.header().index);
  return ((flags & object_flag::kMarkAsRoot) != 0 ? flag::kRoot : 0) |
         ((flags & object_flag::kMarkAsNative) != 0 ? flag::kNative : 0);
}

// From here on the index has no object; it is not free yet.
void Collector::Unpublish(Object& object) {
  const TableLock lock(sharing);
  EntryOf(object).Unpublish();
  if (!listeners.empty()) Tell(&TableListener::OnDeleted, object);
}

void Collector::Tell(void (TableListener::*what)(const Object&, Index) noexcept,
                     const Object& object) {
  telling = this;
  for (TableListener* const each : listeners) (each->*what)(object, object.header().index);
  telling = nullptr;
}

FlagWord Collector::BirthColour() {
  switch (phase) {
    case Phase::kIdle:
      if (!Obeys(Rule::kBirthColourIdle, Fault::kBornWithOtherBit, GC_HERE)) return marks.White();
      if (!Obeys(Rule::kBirthColourIdle, Fault::kBornWithNeitherBit, GC_HERE)) return 0;
      if (!Obeys(Rule::kBirthColourIdle, Fault::kBornWithBothBits, GC_HERE)) {
        return marks.White() | marks.Reachable();
      }
      break;
    case Phase::kMarking:
      if (!Obeys(Rule::kBirthColourMarking, Fault::kBornWhiteWhileMarking, GC_HERE)) {
        return marks.White();
      }
      break;
    case Phase::kGathering:
      if (!Obeys(Rule::kBirthColourGathering, Fault::kBornWhiteWhileGathering, GC_HERE)) {
        return marks.White();
      }
      break;
  }
  return marks.Reachable();
}

namespace {

// Every object that was not freed. In the faulty build the table may have lost some.
template <class Visit>
void ForEachObject(Collector& collector, Visit&& visit) {
  if constexpr (kFaulty) {
    collector.memory.ForEachUnfreed(visit);
  } else {
    for (Index index = 1; index < collector.table.End(); ++index) {
      Object* const object = collector.table[index].Occupant();
      if (object != nullptr) visit(*object);
    }
  }
}

}  // namespace

// The heap is dropped: every object is doomed, whatever its roots, and nobody is waited for.
void Collector::EndAll() {
  sink = {};
  stepping += 1;
  if (naming != nullptr) naming->directory.Clear();
  memory.BeginExit();
  const Calling end_of_the_heap(*this);
  ForEachObject(*this, [this](Object& object) {
    const Class& type = *object.header().type;
    if (type.begin_destroy == nullptr || !IsLive(object)) return;
    if (EntryOf(object).flags.Has(flag::kBegun)) return;
    object.header_.flags.Set(object_flag::kBeginDestroyed);
    type.begin_destroy(object);
  });
  ForEachObject(*this, [this](Object& object) {
    const Class& type = *object.header().type;
    if (type.finish_destroy == nullptr || !IsLive(object)) return;
    if (EntryOf(object).flags.Has(flag::kFinished)) return;
    object.header_.flags.Set(object_flag::kBeginDestroyed | object_flag::kFinishDestroyed);
    type.finish_destroy(object);
  });
  ForEachObject(*this, [this](Object& object) {
    const Class& type = *object.header().type;
    const ObjectMemory::Block block = ObjectMemory::BlockOf(object);
    if (IsLive(object)) Unpublish(object);
    if (type.destroy != nullptr) type.destroy(object);
    memory.Free(object, block);
  });
}

}  // namespace GC_BUILD
}  // namespace gc
