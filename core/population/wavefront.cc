// core/population/wavefront.cc -- queues the objects that the mutator shades.
//
// Upholds: grey-is-queued, barrier-shades-garbage.

#include "core/population/wavefront.h"

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

PagedList<Object*> Wavefront::Shared() const {
  PagedList<Object*> grey;
  if (heap_.sharing.IsOn()) shared_.ForEach([&grey](Object* object) { grey.push_back(object); });
  return grey;
}

void Wavefront::TakeBarrierList() {
  heap_.Publish(
      {.kind = EventKind::kBarrierList, .detail = static_cast<std::uint32_t>(barrier_.size())});
  if (work_.empty()) {
    work_.Swap(barrier_);
    return;
  }
  for (Object* const object : barrier_) work_.push_back(object);
  barrier_.clear();
}

void Wavefront::Recycle() {
  shared_.Take([](Object*) {});
  shared_.Trim();
  work_.Recycle();
  barrier_.Recycle();
}

void Wavefront::Trim() {
  shared_.Trim();
  work_.Trim();
  barrier_.Trim();
}

}  // namespace GC_BUILD
}  // namespace gc
