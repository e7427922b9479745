// core/population/wavefront.h -- the grey objects: marked, and waiting to be scanned.
//
// An object is grey if and only if it waits here, in one list (grey-is-queued). There are three
// lists:
//
//     work      what the collector found; the next object to scan is taken from its end
//     barrier   what the mutator shaded; becomes the work list when that is empty
//     shared    what several mutators shaded; appended to `barrier` at the beginning of each step
//
// What a store names waits in a fourth place, its heap's buffer, before it is looked at, marked and
// appended to `barrier` together with others (Settle, core/object/store_buffer.h). Its mark is
// white there, and it is grey all the same: nothing that depends on the difference runs before
// Settle. A step begins with that. An object that is given up, and so freed outside of any step,
// and a heap that several threads are to use at once, come behind it too. In a step the buffer is
// closed and a store shades at once, for a callback of a purge may store what the same step frees.
// So it does in a heap in which another thread acts, since that could mark, or free, what waits.
//
// The lists grow in the middle of a slice or of a store, so to grow they move nothing
// (core/base/paged_list.h), and to take the barrier's list is to exchange two lists.
//
// And they grow where memory may have run out. A store cannot fail, and an object that is marked
// and waits nowhere would never be scanned:
//
//     the mutator         b.f = w; r.f = null      w is marked, and there is no room in the list
//     the collector       scans what waits ... the lists are empty; w's child is white
//     marking ends here   the child is freed, and w refers to it
//
// So an object without a place is *left over*. That costs one number: from which index on an object
// that is marked may be one of these. All marked objects from there on are grey then, as far as
// anybody can know. When the lists are empty they are found by the mark map and scanned again, a
// few at a time, and need no list; to scan twice is harmless (mark-once). What is left over
// meanwhile sets the number back. Each time an object was marked that was white, so that this ends.
//
// Owns these lists, the buffer, and that number. Calls the population. Thread rules:
// ShadeForMutator, ShadeSoon, Settle, Queue and LeaveOver on any thread of the heap; the rest in a
// step. The number is written under a mutex and
// read in a step: the section of a mutator ends before it, and the workers' call before the answer.
//
// Upholds: grey-is-queued, mark-once, barrier-shades-garbage.
// Read next: core/collect/marker.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "core/base/guarded.h"
#include "core/base/paged_list.h"
#include "core/base/shared_list.h"
#include "core/object/store_buffer.h"
#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

class Wavefront {
 public:
  explicit Wavefront(Population& heap) : heap_(heap) {}
  Wavefront(const Wavefront&) = delete;
  Wavefront& operator=(const Wavefront&) = delete;

  // Marks a white object that the collector found, and queues it; does nothing for any other.
  void Found(Object& target) {
    if (heap_.Mark(target)) Requeue(target);
  }
  // Queues an object that is marked already, to be scanned.
  void Requeue(Object& marked) {
    if (!work_.TryPush(&marked)) [[unlikely]]
      LeaveOver(marked);
  }
  // Queues `count` objects that are marked already.
  void Queue(Object* const* marked, std::size_t count) {
    const std::size_t queued = work_.TryAppend(marked, count);
    if (queued != count) [[unlikely]]
      LeaveOver(marked + queued, count - queued);
  }
  // The work list, for the marker to take objects from its end.
  PagedList<Object*>& Work() { return work_; }
  // Takes the next object to scan; the work list must not be empty.
  Object& Take() {
    Object& next = *work_.back();
    work_.pop_back();
    return next;
  }

  // Marks a white object that the mutator holds, and queues it; does nothing for any other.
  [[gnu::always_inline]] void ShadeForMutator(Object& target) {
    // barrier-shades-garbage: garbage is shaded too. Its holder may have been scanned already, and
    // then no scan clears the reference in this cycle.
    if (kFaulty && SkipsGarbage(target)) return;
    if (heap_.sharing.IsOn()) return ShadeForSharedMutator(target);
    if (heap_.MarkAlone(target)) AppendShaded(target);
  }
  // The same, but at any time before Settle. Until then the object is white and counts as grey.
  void ShadeSoon(Object& target);
  // Shades what is to be shaded soon. Before a step, before an object is freed outside of steps,
  // and before another thread may use the heap at the same time.
  void Settle() {
    if (stored_.IsOpen()) [[unlikely]]
      SettleStored();
  }
  // How many objects may be left to Settle at a time, StoreBuffer::kMost at most.
  void Open(std::uint32_t deferred) { deferred_ = deferred; }
  const StoreBuffer& stored() const { return stored_; }
  // Calls visit(const Object&) for each white object that is to be shaded soon, in the order of
  // their stores.
  template <class Visit>
  void ForEachDeferred(Visit&& visit) const;
  // Queues for the mutator an object that is marked already.
  void Queue(Object& marked);

  // Notes an object that is marked, and for which no list has room.
  [[gnu::cold, gnu::noinline]] void LeaveOver(const Object& marked);
  void LeaveOver(Object* const* marked, std::size_t count);
  // Whether marked objects are to be scanned again.
  bool HasLeftOver() const { return again_from_.Peek() != kNone; }
  // Whether an object, if it is marked, may be one of those that were left over.
  bool MayBeLeftOver(Index index) const { return index >= again_from_.Peek(); }
  // Takes up to `most` marked objects that are to be scanned again, in the order of their indices.
  std::size_t TakeLeftOver(Object** into, std::size_t most);

  // The fault barrier-revives: the mutator was given an object that is unreachable.
  void QueueRevived(Object& object) { Append(object); }

  // Moves what mutators of other threads shaded to the barrier list.
  void TakeShared() {
    if (!heap_.sharing.IsOn()) return;
    shared_.Take([this](Object* object) { Append(*object); });
  }
  // Calls `see(object)` for each on the shared list, in any order, for inspectors.
  template <class See>
  void ForEachShared(See see) const {
    if (heap_.sharing.IsOn()) shared_.ForEach(see);
  }
  // Moves the barrier list to the work list, which is empty; the objects stay grey.
  void TakeBarrierList();

  const PagedList<Object*>& work() const { return work_; }        // the last is scanned next
  const PagedList<Object*>& barrier() const { return barrier_; }  // shaded by the mutator

  void Recycle();
  // Gives back the memory that the lists have too much.
  void Trim();

 private:
  // The fault skip-stored-garbage.
  bool SkipsGarbage(const Object& target) const;
  void ShadeForSharedMutator(Object& target);
  bool MayDefer() const;
  [[gnu::noinline]] void SettleStored();
  [[gnu::always_inline]] void AppendShaded(Object& marked) {
    if (!heap_.Obeys(Rule::kGreyIsQueued, Fault::kShadeWithoutQueueing, GC_HERE)) return;
    Append(marked);
    if (kFaulty && !heap_.Obeys(Rule::kGreyIsQueued, Fault::kQueueTwice, GC_HERE)) Append(marked);
  }
  // The list turns its pages out of line, so a store that finds room saves no registers for that.
  void Append(Object& object) {
    if (!barrier_.TryPushOnPage(&object)) [[unlikely]]
      AppendOnNextPage(object);
  }
  Index NextLeftOver(Index from) const;
  [[gnu::noinline]] void AppendOnNextPage(Object& object);

  Population& heap_;
  StoreBuffer stored_;
  std::uint32_t deferred_ = 0;
  PagedList<Object*> work_;
  PagedList<Object*> barrier_;
  SharedList<Object*> shared_;
  static constexpr Index kNone = std::numeric_limits<Index>::max();
  Mutex leaving_over_;
  Guarded<Index> again_from_{leaving_over_,
                             kNone};  // marked objects from here on are scanned again
};

template <class Visit>
void Wavefront::ForEachDeferred(Visit&& visit) const {
  const std::span<Object* const> stored = stored_.Items();
  for (auto at = stored.begin(); at != stored.end(); ++at) {
    const bool first = std::find(stored.begin(), at, *at) == at;
    if (first && heap_.IsWhite((*at)->header().index)) visit(static_cast<const Object&>(**at));
  }
}

}  // namespace GC_BUILD
}  // namespace gc
