// core/purge/doomed_chain.cc -- what was chained is noted, a portion at a time.

#include "core/purge/doomed_chain.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// The most that a portion has: to note an object costs a look at it, and a portion is one step.
constexpr std::size_t kPortion = 1024;

}  // namespace

void DoomedChains::TakePortion(Table& table, PagedList<Doomed>& into) {
  while (!batch.empty() && into.size() < kPortion) {
    Doomed doomed{.object = table[batch.first()].Occupant(), .index = batch.first()};
    doomed.Note(*doomed.object);
    if (!into.TryPush(doomed)) return;
    batch.Pop(table);
  }
}

}  // namespace GC_BUILD
}  // namespace gc
