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

void SliceLock::Acquire() {
#if TRICOLOUR_FAULTY
  // The fault overlooks sections, so it must not wait for them here.
  const bool overlooks =
      !heap_.collector().population.Obeys(Rule::kLockExcludes, Fault::kTryIgnoresSections);
  if (overlooks && lock_.Sections() != 0) return lock_.Overrun();
#endif
  lock_.Acquire();
}

bool SliceLock::MeetsSection() const {
  return lock_.Sections() != 0 && heap_.collector().population.Obeys(
                                      Rule::kLockExcludes, Fault::kTryIgnoresSections, GC_HERE);
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
