// core/population/wavefront.h -- the grey objects: marked, and waiting to be scanned.
//
// An object is grey if and only if it waits here, once (grey-is-queued). What the collector finds
// waits on the work list, what the mutator shades on a list of its own, which is taken over when
// the work list is empty; with several mutators they push on a list that they share, and each step
// takes that over first, so that what is grey is in a list of the collector's afterwards.
//
// Owns these lists. Calls the population. Thread rules: ShadeForMutator and Queue on any thread of
// the heap; the rest in a step.
//
// Upholds: grey-is-queued, mark-once, barrier-shades-garbage.   Read next: core/collect/marker.h.

#pragma once

#include <vector>

#include "core/base/shared_list.h"
#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

class Wavefront {
 public:
  explicit Wavefront(Population& heap) : heap_(heap) {}
  Wavefront(const Wavefront&) = delete;
  Wavefront& operator=(const Wavefront&) = delete;

  // Marks and queues what the collector found.
  void Found(Object& target) {
    if (heap_.colours.Mark(heap_.EntryOf(target))) work_.push_back(&target);
  }
  // Queues what is marked already.
  void Requeue(Object& marked) { work_.push_back(&marked); }
  // The next one to scan; there must be one.
  Object& Take() {
    Object& next = *work_.back();
    work_.pop_back();
    return next;
  }

  // Marks and queues what the mutator holds.
  void ShadeForMutator(Object& target);
  // Queues for the mutator what is marked already.
  void Queue(Object& marked);

  // A fault: the mutator was given an object that is unreachable.
  void QueueRevived(Object& object) { barrier_.push_back(&object); }

  // What mutators of other threads shaded waits with the rest.
  void TakeShared() {
    if (!heap_.sharing.IsOn()) return;
    shared_.Take([this](Object* object) { barrier_.push_back(object); });
  }
  // The same before the step, for inspectors.
  std::vector<Object*> Shared() const;
  // What the mutator shaded is grey as before, and now waits with what the collector found.
  void TakeBarrierList();

  const std::vector<Object*>& work() const { return work_; }        // the next to scan last
  const std::vector<Object*>& barrier() const { return barrier_; }  // shaded by the mutator

  void Recycle();

 private:
  Population& heap_;
  std::vector<Object*> work_;
  std::vector<Object*> barrier_;
  SharedList<Object*> shared_;
};

}  // namespace GC_BUILD
}  // namespace gc
