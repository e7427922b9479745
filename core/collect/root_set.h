// core/collect/root_set.h -- what is live without a reference: roots, keep flags, strong counts.
//
// The flip does not look at every object for a reason to keep it. An object that has one is in the
// set of kept indices; an object with flags of the author, which a caller's mask could name, is in
// another. Flags of the entry keep an object for as long as they stand. Flags of the author keep it
// for one collection, if the caller's mask names one of them; a collection without a mask takes
// everything that nothing refers to.
//
// Owns the two sets of indices and the mask. Calls the population. Thread rules: flags and counts
// change under the table lock; the rest in a step.
//
// Upholds: keep-flags-are-roots.   Read next: core/heap/roots.cc, core/collect/marker.h.

#pragma once

#include "core/object/index_set.h"
#include "core/object/object_flags.h"
#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

class RootSet {
 public:
  explicit RootSet(Population& heap) : heap_(heap) {}
  RootSet(const RootSet&) = delete;
  RootSet& operator=(const RootSet&) = delete;

  // Whether the flip takes an object as a root, whatever the mask.
  static bool IsKept(const Entry& entry) {
    return entry.flags.Has(flag::kRoot | flag::kKeep) ||
           entry.strong.load(std::memory_order_relaxed) != 0;
  }

  // Flags of the entry that keep it, flag::kRoot among them; under the table lock.
  void Keep(Object& object, FlagWord flags);
  void LetGo(Object& object, FlagWord flags);
  // Whether that was the first, or the last; under the table lock.
  bool AddStrong(Object& object);
  void DropStrong(Object& object);
  // Flags of the author.
  void SetFlags(Object& object, ObjectFlags flags);
  // The object stays among those that a mask looks at, which costs a look.
  void ClearFlags(Object& object, ObjectFlags flags);

  // What a new object is given as flags of its entry, from its author's wishes and its thread's;
  // under the table lock.
  FlagWord KeepNew(Object& object);
  // The index will be another object's.
  void Forget(Index index) {
    kept_.Remove(index);
    authored_.Remove(index);
  }

  // Author's flags that make an object a root of the marking that is started, or completed.
  void SetMask(ObjectFlags mask) { mask_ = mask; }
  // Calls visit(Object&) for each root, in the order of indices.
  template <class Visit>
  void ForEachKept(Visit&& visit) const;
  template <class Visit>
  void ForEachMasked(Visit&& visit) const;

  bool Has(Index index) const { return kept_.Has(index); }
  void Recycle();

 private:
  bool Ignores(const Entry& entry) const;

  Population& heap_;
  IndexSet kept_;
  IndexSet authored_;  // also of some that are gone
  ObjectFlags mask_ = object_flag::kNone;
};

template <class Visit>
void RootSet::ForEachKept(Visit&& visit) const {
  kept_.ForEach([&](Index index) {
    const Entry& entry = heap_.table[index];
    Object* const object = entry.Occupant();
    if (object != nullptr && !Ignores(entry)) visit(*object);
  });
}

template <class Visit>
void RootSet::ForEachMasked(Visit&& visit) const {
  if (mask_ == object_flag::kNone) return;
  authored_.ForEach([&](Index index) {
    Object* const object = heap_.table[index].Occupant();
    if (object != nullptr && object->header().flags.Has(mask_)) visit(*object);
  });
}

}  // namespace GC_BUILD
}  // namespace gc
