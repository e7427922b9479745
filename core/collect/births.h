// core/collect/births.h -- an object comes into the heap: memory, an index and a colour.
//
// What colour has a new object? Outside a cycle it carries the bit that means reachable, and no
// other, or the next flip misreads it. While marking it is born black: its slots are null, and
// whatever is stored into them goes through the barrier. While gathering it is born reachable, as
// the gather may still come to its index.
//
// The disregard window is a part of start-up. What an engine makes before its first frame lives as
// long as the engine, and need not be looked at in every cycle. While the window is open, new
// objects take the low indices, as many as HeapOptions::max_disregarded allows, and carry none of
// the three reachability bits: no flip, marking or gather touches them. Objects beyond that number
// are ordinary ones. What a disregarded object may refer to is guarded in
// core/heap/checked_store.cc.
//
// Owns the window, the watch over raw fields, and the notices of capacity. Calls the
// population, the memory, the root set and the serials. Thread rules: on any thread of the heap; it
// takes the table lock itself, once for most objects.
//
// Upholds: birth-colour-idle, birth-colour-marking, birth-colour-gathering.
// Read next: core/collect/construction.h.

#pragma once

#include <atomic>
#include <cstdint>

#include "core/collect/birth_loans.h"
#include "core/collect/capacity.h"
#include "core/collect/raw_fields.h"
#include "core/collect/root_set.h"
#include "core/population/serials.h"

namespace gc {
inline namespace GC_BUILD {

class Births {
 public:
  Births(Population& heap, ObjectMemory& memory, RootSet& roots, Serials& serials)
      : heap_(heap), memory_(memory), roots_(roots), serials_(serials), capacity_(heap, memory) {}
  Births(const Births&) = delete;
  Births& operator=(const Births&) = delete;

  void Open(const HeapOptions& options);
  void Recycle();

  // Aborts in a listener of the table, and as MayMake.
  bool MayAllocate(const Class& type);
  // Memory and an index; null if there is none. Then `lacks_room` says whether it is because the
  // table is full or memory has run out, and not because of an identity.
  void* Allocate(const Class& type, const BirthOptions& options, Index& index, bool& lacks_room);
  // Both of the above, where nothing is unusual, as it is with by far the most births: an index was
  // released, a slot is at hand, and nothing else needs to be asked or told. A few loads tell; then
  // nothing can fail any more, so there is no lock, no way back and no call. Null: nothing was
  // changed, and the two above must do it.
  void* AllocateAtHand(const Class& type, const BirthOptions& options, Index& index) {
    if (options.identity != nullptr) return nullptr;
    if (options.flags != object_flag::kNone) return nullptr;  // they may need room in a set
    return IsAtHand(type) ? TakeAtHand(type, options.tail, index) : nullptr;
  }
  // The same for an object without options, which is registered too, before its base is
  // constructed: that must be given the index and the mark.
  struct AtHand {
    void* memory;  // null: there was none
    Index index;
    MarkBits mark;
  };
  [[gnu::always_inline]] AtHand MakeAtHand(const Class& type) {
    AtHand made{.memory = nullptr, .index = kNoIndex, .mark = 0};
    if (!IsAtHand(type)) return made;
    made.memory = TakeAtHand(type, 0, made.index);
    if (made.memory == nullptr) return made;
    made.mark = BirthColour();
    std::byte* const object = static_cast<std::byte*>(made.memory) + type.object_offset;
    Enter(*reinterpret_cast<Object*>(object), made.index, made.mark, PlainFlags(type, 0));
    return made;
  }
  // Publishes an object whose base is constructed.
  void Register(Object& object);
  // Undoes Register and Allocate for an object whose constructor will never run; its serial is
  // retired.
  void Undo(Object& object);

  // Whether an object may be made now: between steps and in constructors, on another thread in a
  // section; never in a callback of the collector (S3.9). If not, aborts as Refuse does.
  bool MayMake(const Class& type, const Object* outer) {
    return (heap_.sharing.lock() == nullptr && !heap_.activity.Stepping()) ||
           MayMakeHere(type, outer);
  }
  // Aborts, and names what `why` says, class, outer, thread and phase. In the faulty build, where a
  // broken rule may have led here, stops the heap for the rule `broken` instead, and answers false.
  // `outer` may be null; else it must have a name.
  bool Refuse(Misuse why, Rule broken, const Class& type, const Object* outer);
  // The notice to the user, and the lines before an abort; `tried` says how room was looked for.
  void NoticeFull(const char* tried);
  void SayWhyFull(const char* tried) const { capacity_.SayWhyFull(tried); }
  WhenFull when_full() const { return when_full_; }
  // How room was looked for when it lacked last, in words.
  const char* tried() const { return tried_.load(std::memory_order_relaxed); }
  void Tried(const char* how) { tried_.store(how, std::memory_order_relaxed); }

  // Which fields of the classes of which an object was made go past the barrier.
  RawFieldWatch& raw_fields() { return raw_fields_; }
  const RawFieldWatch& raw_fields() const { return raw_fields_; }

  const BirthLoans& loans() const { return loans_; }
  // Whether released indices are reused from here on.
  void SetReuse(bool reuse);
  // Opens the disregard window; false if no low index is left.
  bool OpenDisregard();
  // Closes the window, and returns how many objects were made while it was open.
  std::uint32_t CloseDisregard();

 private:
  bool MayMakeHere(const Class& type, const Object* outer);
  void SayIfNearlyFull();
  Index AcquireIndex(const BirthOptions& options);
  Index AcquireAny(const BirthOptions& options);
  void GiveBack(const BirthOptions& options, Index index);
  bool IsAtHand(const Class& type) const;
  void* TakeAtHand(const Class& type, std::uint32_t tail, Index& index);
  // Whether nothing but its thread gives a new object a reason to be kept.
  bool IsPlain(Index index, ObjectFlags flags) const {
    return !kFaulty && flags == object_flag::kNone && !heap_.table.IsLow(index);
  }
  static FlagWord PlainFlags(const Class& type, std::uint32_t tail);
  void Enter(Object& object, Index index, MarkBits mark, FlagWord flags);
  void RegisterWithCare(Object& object, const Object* occupant);
  MarkBits BirthColour() const;

  Population& heap_;
  ObjectMemory& memory_;
  RootSet& roots_;
  Serials& serials_;
  Capacity capacity_;
  RawFieldWatch raw_fields_{heap_.sharing};
  WhenFull when_full_ = WhenFull::kFinishPurge;
  std::atomic<const char*> tried_{""};  // by the last thread, if several lack room
  Guarded<DisregardWindow, Sharing> window_{heap_.sharing};
  BirthLoans loans_{heap_, memory_, roots_, capacity_, window_};
};

[[gnu::always_inline]] inline bool Births::IsAtHand(const Class& type) const {
  if (kFaulty || heap_.sharing.IsConcurrent() || heap_.activity.Stepping()) return false;
  if (heap_.HasListeners() || capacity_.IsWatched() || !type.IsKnownToBeBarriered()) return false;
  return heap_.table.HasReleased() && !(window_.Peek().open && heap_.table.HasLow());
}

[[gnu::always_inline]] inline void* Births::TakeAtHand(const Class& type, std::uint32_t tail,
                                                       Index& index) {
  void* const made = memory_.AllocateAtHand(type, tail);
  if (made == nullptr) return nullptr;
  window_.Peek().Count(1);
  index = heap_.table.AcquireReleased();
  return made;
}

// The entry is empty. The serial of the last occupant was retired when that was freed, and stays 0
// until there is a weak reference to the new object. The flags come first, and with them the mark
// that the constructor has not run (S1.9):
//
//     this thread      publishes n                       marks n
//     another thread                 finds n, unmarked,            and reads what is not there yet
//
// Any thread that sees the object in the entry, which is published with release, sees the mark.
[[gnu::always_inline]] inline void Births::Enter(Object& object, Index index, MarkBits mark,
                                                 FlagWord flags) {
  heap_.table.Mark(index).Store(mark);
  Entry& entry = heap_.table[index];
  entry.flags.Initialise(flag::kPendingConstruction | flags);
  entry.strong.store(0, std::memory_order_relaxed);
  entry.Publish(object);
  heap_.CountIn(object);
}

// What the entry says of the class (core/purge/plain_sweep.h).
inline FlagWord Births::PlainFlags(const Class& type, std::uint32_t tail) {
  return ObjectMemory::kHasSlots && tail == 0 ? type.EntryFlags() : 0;
}

inline MarkBits Births::BirthColour() const {
  const Marks& marks = heap_.marks();
  switch (heap_.phase()) {
    case Phase::kIdle:
      if (!heap_.Obeys(Rule::kBirthColourIdle, Fault::kBornWithOtherBit, GC_HERE)) {
        return marks.White();
      }
      if (!heap_.Obeys(Rule::kBirthColourIdle, Fault::kBornWithNeitherBit, GC_HERE)) return 0;
      if (!heap_.Obeys(Rule::kBirthColourIdle, Fault::kBornWithBothBits, GC_HERE)) {
        return marks.White() | marks.Reachable();
      }
      break;
    case Phase::kMarking:
      if (!heap_.Obeys(Rule::kBirthColourMarking, Fault::kBornWhiteWhileMarking, GC_HERE)) {
        return marks.White();
      }
      break;
    case Phase::kGathering:
      if (!heap_.Obeys(Rule::kBirthColourGathering, Fault::kBornWhiteWhileGathering, GC_HERE)) {
        return marks.White();
      }
      break;
  }
  return marks.Reachable();
}

}  // namespace GC_BUILD
}  // namespace gc
