// core/collect/root_set.h -- what is live without a reference: roots, keep flags, strong counts.
//
// The flip must find the roots without a look at every object. So the index of each object that has
// a reason to be kept is in one set; the index of each object with flags of the author, which a
// caller's mask could name, is in another. Flags of the entry keep an object for as long as they
// are set. Flags of the author keep it for one collection, if the caller's mask names one of them;
// in a collection without a mask they keep nothing.
//
// Owns the two sets of indices, and what a mask named. Calls the population. Thread rules: flags
// and counts change under the table lock; the rest in a step.
//
// Upholds: keep-flags-are-roots.
// Read next: core/heap/roots.cc, core/collect/marker.h.

#pragma once

#include <source_location>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/guarded.h"
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

  // Sets, or clears, flags of the entry that keep the object (flag::kRoot or flag::kKeep); under
  // the table lock. Keep, AddStrong and SetFlags change nothing and throw a std::bad_alloc if there
  // is no memory for the index.
  void Keep(Object& object, FlagWord flags);
  void LetGo(Object& object, FlagWord flags);
  // Checked builds: notes, and says, where an object was rooted; empty: not by AddRoot. Under the
  // table lock.
  void NoteRooted(const Object& object, const std::source_location& where) {
    rooted_at_[object.header().index] = where;
  }
  std::string RootedAt(const Object& object) const;
  // Counts a strong pointer, or no longer. AddStrong answers whether it was the first. Under the
  // table lock.
  bool AddStrong(Object& object);
  void DropStrong(Object& object);
  // Sets flags of the author.
  void SetFlags(Object& object, ObjectFlags flags);
  // Clears them. The object stays in the set that a mask looks at, which costs one look in a cycle.
  void ClearFlags(Object& object, ObjectFlags flags);

  // The flags that keep a new object, by what its author asked for and by the thread that makes it;
  // under the table lock.
  FlagWord KeepNew(Object& object) {
    const bool ordinary =
        heap_.sharing.lock() == nullptr && object.header().flags.Load() == object_flag::kNone;
    return ordinary ? 0 : KeepNewByReasons(object);
  }
  // Keeps what another thread than the collector's will make at this index, and nothing else keeps
  // (flag::kAsync). HasRoomForNew has answered; under the table lock.
  void KeepAsync(Index index) { kept_->AddInRoom(index); }
  // A new object with such flags, or of a thread that is not the collector's, needs room in the
  // sets: false if there is no memory for that. Under the table lock.
  bool HasRoomForNew(Index index, ObjectFlags flags) {
    return (flags == object_flag::kNone && heap_.sharing.IsHome()) || MakeRoom(index);
  }
  // The object is given up, and its index may be reused. Under the table lock.
  void Forget(Index index) {
    kept_->Remove(index);
    authored_->Remove(index);
    masked_->Remove(index);
  }

  // Flags of the author that make an object a root: of the marking that begins, or also of the one
  // that is completed. The flags count now, and not when they change later (root-barrier).
  void BeginMask(ObjectFlags mask) {
    if (mask_ != object_flag::kNone) masked_->Clear();
    mask_ = object_flag::kNone;
    AddMask(mask);
  }
  void AddMask(ObjectFlags mask);
  ObjectFlags mask() const { return mask_; }
  // Calls visit(Object&) for each root, in the order of indices.
  template <class Visit>
  void ForEachKept(Visit&& visit) const;
  template <class Visit>
  void ForEachMasked(Visit&& visit) const;

  // Checked builds: aborts if a disregarded object refers to one that is not disregarded and that
  // nothing keeps, and names holder, field and target. Marking never looks at disregarded objects,
  // so the target would be freed while the holder refers to it. Looks at every disregarded object.
  void CheckDisregarded() const;

  // For the verifier, which no mutator is beside.
  bool Has(Index index) const { return kept_.Peek().Has(index); }
  void Recycle();

 private:
  FlagWord KeepNewByReasons(Object& object);
  bool MakeRoom(Index index);
  void Author(Index index);
  bool Ignores(const Entry& entry) const;

  Population& heap_;
  // Changed under the table lock, or in a step.
  using Set = Guarded<IndexSet, Sharing>;
  Set kept_{heap_.sharing};
  Set authored_{heap_.sharing};  // may contain indices whose object is gone
  ObjectFlags mask_ = object_flag::kNone;
  Set masked_{heap_.sharing};  // roots of this marking by the mask; has room for all authored ones
  std::unordered_map<Index, std::source_location> rooted_at_;  // checked builds
};

template <class Visit>
void RootSet::ForEachKept(Visit&& visit) const {
  kept_.Peek().ForEach([&](Index index) {
    const Entry& entry = heap_.table[index];
    Object* const object = entry.Occupant();
    if (object != nullptr && !Ignores(entry)) visit(*object);
  });
}

template <class Visit>
void RootSet::ForEachMasked(Visit&& visit) const {
  if (mask_ == object_flag::kNone) return;
  masked_.Peek().ForEach([&](Index index) {
    Object* const object = heap_.table[index].Occupant();
    if (object != nullptr) visit(*object);
  });
}

}  // namespace GC_BUILD
}  // namespace gc
