// core/population/wavefront.cc -- queues the objects that the mutator shades.
//
// Upholds: grey-is-queued, barrier-shades-garbage.

#include "core/population/wavefront.h"

#include "core/base/pool.h"

namespace gc {
inline namespace GC_BUILD {

void Wavefront::ShadeForMutator(Object& target) {
  // barrier-shades-garbage: garbage is shaded too. Its holder may have been scanned already, and
  // then no scan clears the reference in this cycle.
  const MarkByte& seen = target.header().mark;
  if (heap_.marks().IsWhite(seen) && seen.Has(mark::kGarbage) &&
      !heap_.Obeys(Rule::kBarrierShadesGarbage, Fault::kSkipStoredGarbage, GC_HERE)) {
    return;
  }
  if (!heap_.Mark(target)) return;
  if (!heap_.Obeys(Rule::kGreyIsQueued, Fault::kShadeWithoutQueueing, GC_HERE)) return;
  // Of several mutators only the one whose mark succeeded comes here, so the object is queued once.
  Queue(target);
  if (heap_.sharing.IsOn()) return;
  if (!heap_.Obeys(Rule::kGreyIsQueued, Fault::kQueueTwice, GC_HERE)) barrier_.push_back(&target);
}

void Wavefront::Queue(Object& marked) {
  if (heap_.sharing.IsOn()) return shared_.Push(&marked);
  barrier_.push_back(&marked);
}

std::vector<Object*> Wavefront::Shared() const {
  std::vector<Object*> grey;
  if (heap_.sharing.IsOn()) shared_.ForEach([&grey](Object* object) { grey.push_back(object); });
  return grey;
}

void Wavefront::TakeBarrierList() {
  heap_.Publish(
      {.kind = EventKind::kBarrierList, .detail = static_cast<std::uint32_t>(barrier_.size())});
  if (work_.empty()) {
    work_.swap(barrier_);
    return;
  }
  work_.insert(work_.end(), barrier_.begin(), barrier_.end());
  barrier_.clear();
}

void Wavefront::Recycle() {
  shared_.Take([](Object*) {});
  shared_.Trim();
  gc::Recycle(work_);
  gc::Recycle(barrier_);
}

void Wavefront::Trim() {
  shared_.Trim();
  gc::Trim(work_);
  gc::Trim(barrier_);
}

}  // namespace GC_BUILD
}  // namespace gc
