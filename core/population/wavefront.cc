// core/population/wavefront.cc -- queues the objects that the mutator shades.
//
// Upholds: grey-is-queued, barrier-shades-garbage.

#include "core/population/wavefront.h"

namespace gc {
inline namespace GC_BUILD {

bool Wavefront::SkipsGarbage(const Object& target) const {
  const MarkByte& seen = target.header().mark;
  return heap_.marks().IsWhite(seen) && seen.Has(mark::kGarbage) &&
         !heap_.Obeys(Rule::kBarrierShadesGarbage, Fault::kSkipStoredGarbage, GC_HERE);
}

void Wavefront::ShadeForSharedMutator(Object& target) {
  if (!heap_.Mark(target)) return;
  if (!heap_.Obeys(Rule::kGreyIsQueued, Fault::kShadeWithoutQueueing, GC_HERE)) return;
  // Of several mutators only the one whose mark succeeded comes here, so the object is queued once.
  shared_.Push(&target);
}

void Wavefront::Queue(Object& marked) {
  if (heap_.sharing.IsOn()) return shared_.Push(&marked);
  Append(marked);
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
