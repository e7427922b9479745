// core/purge/plain_sweep.cc -- looks at all that is white, and frees it if all of it is plain.
//
// Upholds: serial-moves-on.

#include "core/purge/plain_sweep.h"

namespace gc {
inline namespace GC_BUILD {

// Often the next one is dead as well.
[[gnu::always_inline]] inline Index PlainSweep::NextWhite(Index from, Index end) const {
  if (from < end && heap_.marks().IsWhite(heap_.table.Mark(from))) return from;
  return heap_.table.FindMark(from, end, heap_.marks().White(), false);
}

// Whatever else the flags say of an object, beside its index and its size, needs a stage: a name
// that is to be taken back, a begin-destroy that was called by hand.
bool PlainSweep::MayBegin(Index from, Index end) const {
  if (kChecked || heap_.sharing.IsConcurrent()) return false;
  if (heap_.reports.IsTold()) return false;
  if (heap_.HasListeners()) return false;
  if (heap_.colours.HasClusters()) return false;
  constexpr FlagWord kNoMatter = flag::kHalfSlot | flag::kRecycled;
  for (Index at = NextWhite(from, end); at < end; at = NextWhite(at + 1, end)) {
    if ((heap_.table[at].flags.Load() & ~kNoMatter) != flag::kPlain) return false;
  }
  return true;
}

Work PlainSweep::Free(Index from, Index end) {
  std::uint32_t freed = 0;
  for (Index at = NextWhite(from, end); at < end; at = NextWhite(at + 1, end)) {
    Entry& entry = heap_.table[at];
    Object& object = *entry.Occupant();
    const FlagWord flags = entry.flags.Load();
    entry.Empty();
    if (entry.serial.load(std::memory_order_relaxed) != 0) {
      entry.serial.store(0, std::memory_order_relaxed);
    }
    heap_.table.Mark(at).Store(0);
    memory_.FreePlain(object, flags);
    heap_.table.Release(at);
    freed += 1;
  }
  heap_.CountOut(freed);
  return freed;
}

}  // namespace GC_BUILD
}  // namespace gc
