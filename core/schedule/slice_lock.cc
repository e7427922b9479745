#include "core/schedule/slice_lock.h"

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

SliceLock::SliceLock(const Heap& heap, Lock& lock) : heap_(heap), lock_(lock) {
  const Lock* const of_heap = heap.collector().population.sharing.lock();
  if (of_heap == nullptr || of_heap == &lock) return;
  Abort(Misuse{.rule = Rule::kLockExcludes,
               .sentence = "a heap is collected under its own lock",
               .where = GC_HERE});
}

// The fault try-ignores-sections: sections are open, and are not waited for.
bool SliceLock::Overlooks() const {
  return lock_.Sections() != 0 &&
         !heap_.collector().population.Obeys(Rule::kLockExcludes, Fault::kTryIgnoresSections);
}

void SliceLock::Acquire() {
#if TRICOLOUR_FAULTY
  if (Overlooks()) return lock_.Overrun();
#endif
  lock_.Acquire();
}

void SliceLock::Reserve() {
  if (!Overlooks()) lock_.Reserve();
}

bool SliceLock::TryReserve() {
  return lock_.TryReserve() || !heap_.collector().population.Obeys(
                                   Rule::kLockExcludes, Fault::kTryIgnoresSections, GC_HERE);
}

void SliceLock::CallOff() {
  if (lock_.IsWanted()) lock_.CallOff();
}

void SliceLock::NoteNames() {
  names_locked_.store(heap_.phase() != Phase::kIdle, std::memory_order_relaxed);
}

SliceLock::Held::Held(SliceLock& lock, bool collecting) : lock_(lock) {
  lock_.Acquire();
  lock_.collecting_.store(collecting, std::memory_order_relaxed);
  lock_.NoteNames();
}

SliceLock::Held::~Held() {
  lock_.collecting_.store(false, std::memory_order_relaxed);
  lock_.names_locked_.store(false, std::memory_order_relaxed);
  lock_.Release();
}

}  // namespace GC_BUILD
}  // namespace gc
