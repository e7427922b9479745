// core/purge/purger_rest.cc -- what a purger has between two purges: a helper, objects that wait to
// be ready, and the room of its lists.
//
// Read next: core/purge/purger.cc.

#include <algorithm>
#include <memory>
#include <new>

#include "core/base/room.h"
#include "core/purge/purger.h"

namespace gc {
inline namespace GC_BUILD {

void Purger::SetHelped(bool helped) {
  if (helped && destroyer_ == nullptr) {
    destroyer_ = std::make_unique<Destroyer>(memory_, heap_.table, heap_.sharing);
  }
  helped_ = helped;
}

Purger::Purger(Population& heap, ObjectMemory& memory) : heap_(heap), memory_(memory) {
  if (!batch_.MakeRoom()) throw std::bad_alloc();
}

void Purger::Send() {
  if (destroyer_ != nullptr) destroyer_->Send();
}
void Purger::Wait() {
  if (destroyer_ != nullptr) destroyer_->Wait();
}

Unready Purger::Unfinished() const {
  Unready left{.count = waiting_.size() + chained_.waiting.size()};
  const std::size_t named = std::min(waiting_.size(), Unready::kNamed);
  if (!HasRoom(left.culprits, std::min(left.count, Unready::kNamed))) return left;
  for (std::size_t i = 0; i < named; ++i) {
    left.culprits.push_back(
        {.index = waiting_[i].index, .type = waiting_[i].object->header().type});
  }
  chained_.waiting.ForEach(heap_.table, [&](Index index) {
    if (left.culprits.size() == Unready::kNamed) return;
    left.culprits.push_back({.index = index, .type = heap_.table[index].Occupant()->header().type});
  });
  return left;
}

void Purger::Recycle() {
  stage_ = Stage::kNone;
  next_ = 0;
  freed_ = finished_ = 0;
  batch_.Recycle();
  waiting_.Recycle();
  chained_.Forget();
}

void Purger::Trim() {
  batch_.Trim(1);  // the page without which it could not go on
  waiting_.Trim();
}

}  // namespace GC_BUILD
}  // namespace gc
