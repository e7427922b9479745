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
// takes the table lock itself.
//
// Upholds: birth-colour-idle, birth-colour-marking, birth-colour-gathering.
// Read next: core/collect/construction.h.

#pragma once

#include <atomic>
#include <cstdint>

#include "core/collect/capacity.h"
#include "core/collect/raw_fields.h"
#include "core/collect/root_set.h"
#include "core/collect/serials.h"

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
    if (kFaulty || heap_.sharing.IsConcurrent() || heap_.activity.Stepping()) return nullptr;
    if (heap_.HasListeners() || capacity_.IsWatched()) return nullptr;
    if (options.identity != nullptr || !type.IsKnownToBeBarriered()) return nullptr;
    if (options.flags != object_flag::kNone) return nullptr;  // they may need room in a set
    if ((window_open_ && heap_.table.HasLow()) || !heap_.table.HasReleased()) return nullptr;
    void* const made = memory_.AllocateAtHand(type, options.tail);
    if (made == nullptr) return nullptr;
    made_in_window_ += window_open_ ? 1 : 0;
    index = heap_.table.AcquireReleased();
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

  // Opens the disregard window; false if no low index is left.
  bool OpenDisregard();
  // Closes the window, and returns how many objects were made while it was open.
  std::uint32_t CloseDisregard();

 private:
  bool MayMakeHere(const Class& type, const Object* outer);
  void SayIfNearlyFull();
  Index AcquireIndex(const BirthOptions& options);
  Index AcquireAny(const BirthOptions& options);
  void Enter(Object& object, MarkBits mark, FlagWord flags);
  void RegisterWithCare(Object& object);
  MarkBits BirthColour();

  Population& heap_;
  ObjectMemory& memory_;
  RootSet& roots_;
  Serials& serials_;
  Capacity capacity_;
  RawFieldWatch raw_fields_{heap_.sharing};
  WhenFull when_full_ = WhenFull::kFinishPurge;
  std::atomic<const char*> tried_{""};  // by the last thread, if several lack room
  bool window_open_ = true;
  std::uint32_t made_in_window_ = 0;  // more than max_disregarded, if there was no room
};

}  // namespace GC_BUILD
}  // namespace gc
