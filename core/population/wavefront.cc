// core/population/wavefront.cc -- queues the objects that the mutator shades.
//
// Upholds: grey-is-queued, barrier-shades-garbage.

#include "core/population/wavefront.h"

#include <algorithm>
#include <mutex>

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
  if (!shared_.Push(&target)) LeaveOver(target);
}

// Not where another thread may store, mark or free at the same time. A helper is started by a step,
// and before a step the buffer is closed; so what is found here stays true while it is open. Nor
// inside of a step, which may free what a callback has stored.
bool Wavefront::MayDefer() const {
  return deferred_ != 0 && !heap_.sharing.IsConcurrent() && !heap_.activity.Stepping();
}

void Wavefront::ShadeSoon(Object& target) {
  if (kFaulty && SkipsGarbage(target)) return;
  if (stored_.TryPut(target)) return;
  if (!MayDefer()) return ShadeForMutator(target);
  Settle();
  stored_.Open(deferred_);
  if (!stored_.TryPut(target)) ShadeForMutator(target);
}

// Most objects are white or not, and no processor can guess which. So those that are not are
// dropped without a branch; and what is left is marked and queued, but for an object that was
// stored twice, which is found marked the second time.
void Wavefront::SettleStored() {
  const std::span<Object*> stored = stored_.Items();
  const MarkBits white = heap_.marks().White();
  std::size_t left = 0;
  for (Object* const target : stored) {
    const MarkBits seen = target->header().mark.Load();
    stored[left] = target;
    left += (seen & white) != 0 || (kFaulty && !IsPlain(seen));
  }
  for (Object* const target : stored.first(left)) {
    if (heap_.MarkAlone(*target)) AppendShaded(*target);
  }
  stored_.Close();
}

void Wavefront::Queue(Object& marked) {
  if (!heap_.sharing.IsOn()) return Append(marked);
  if (!shared_.Push(&marked)) LeaveOver(marked);
}

void Wavefront::AppendOnNextPage(Object& object) {
  if (!barrier_.TryPush(&object)) LeaveOver(object);
}

void Wavefront::LeaveOver(const Object& marked) {
  if (!heap_.Obeys(Rule::kGreyIsQueued, Fault::kForgetLeftOver, GC_HERE)) return;
  const std::lock_guard lock(leaving_over_);
  *again_from_ = std::min(*again_from_, marked.header().index);
}

void Wavefront::LeaveOver(Object* const* marked, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) LeaveOver(*marked[i]);
}

// The first marked object from an index on. One that is pending construction is queued when that is
// over.
Index Wavefront::NextLeftOver(Index from) const {
  const Index end = heap_.table.End();
  const auto is_pending = [this](Index index) {
    return heap_.table[index].flags.Has(flag::kPendingConstruction);
  };
  for (; from < end; ++from) {
    from = heap_.table.FindMark(from, end, heap_.marks().Reachable(), false);
    if (from < end && !is_pending(from)) return from;
  }
  return kNone;
}

// Goes on to the next one that it does not take: while there is none, nothing is left over, and a
// step that is asked for one more unit must not look for it in vain.
std::size_t Wavefront::TakeLeftOver(Object** into, std::size_t most) {
  std::size_t taken = 0;
  Index& again_from = again_from_.Peek();  // of a step, in which no worker runs
  again_from = NextLeftOver(again_from);
  while (taken < most && again_from != kNone) {
    into[taken++] = heap_.table[again_from].Occupant();
    again_from = NextLeftOver(again_from + 1);
  }
  return taken;
}

void Wavefront::TakeBarrierList() {
  heap_.Publish(
      {.kind = EventKind::kBarrierList, .detail = static_cast<std::uint32_t>(barrier_.size())});
  work_.Swap(barrier_);
}

void Wavefront::Recycle() {
  stored_.Close();
  shared_.Take([](Object*) {});
  shared_.Trim();
  work_.Recycle();
  barrier_.Recycle();
  again_from_.Peek() = kNone;
}

void Wavefront::Trim() {
  shared_.Trim();
  work_.Trim();
  barrier_.Trim();
}

}  // namespace GC_BUILD
}  // namespace gc
