// core/population/wavefront.cc -- queues the objects that the mutator shades.
//
// Upholds: grey-is-queued, barrier-shades-garbage.

#include "core/population/wavefront.h"

#include "core/base/pool.h"

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

void Wavefront::GrowAndAppend(Object& object) { barrier_.push_back(&object); }

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
