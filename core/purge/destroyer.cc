// core/purge/destroyer.cc -- one worker at a time takes what was sent, until nothing is left.

#include "core/purge/destroyer.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <utility>

namespace gc {
inline namespace GC_BUILD {

namespace {

// So that a long step does not keep the worker waiting, nor the worker a mutator.
constexpr std::size_t kSendAt = 256;

}  // namespace

// The arena reserves no slot for the calling thread, so what is enqueued runs on another one.
struct Destroyer::Arena {
  tbb::task_arena arena{1, 0};
};

Destroyer::Destroyer(ObjectMemory& memory, Table& table, Sharing& sharing)
    : memory_(memory), table_(table), sharing_(sharing), arena_(std::make_unique<Arena>()) {}
Destroyer::~Destroyer() { Wait(); }

bool Destroyer::Hand(const Doomed& doomed) {
  handed_.push_back(doomed);
  return handed_.size() >= kSendAt;
}

void Destroyer::Send() {
  if (handed_.empty()) return NoteEnd();
  if (!sharing_.IsDestroying()) sharing_.SetDestroying(true);
  bool idle = false;
  {
    const std::lock_guard lock(mutex_);
    sent_.insert(sent_.end(), handed_.begin(), handed_.end());
    idle = !std::exchange(working_, true);
  }
  handed_.clear();
  if (idle) arena_->arena.enqueue([this] { Work(); });
}

void Destroyer::NoteEnd() {
  if (!sharing_.IsDestroying()) return;
  const std::lock_guard lock(mutex_);
  if (!working_) sharing_.SetDestroying(false);
}

void Destroyer::Wait() {
  Send();
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return !working_; });
  if (sharing_.IsDestroying()) sharing_.SetDestroying(false);
}

void Destroyer::Work() {
  const Helping helping;
  std::unique_lock lock(mutex_);
  while (!sent_.empty()) {
    working_on_.swap(sent_);
    lock.unlock();
    DestroyAll(working_on_);
    working_on_.clear();
    lock.lock();
  }
  working_ = false;
  // Notifies under the lock: a thread in Wait may destroy this object as soon as it wakes.
  idle_.notify_all();
}

// One hold of the table lock serves for many objects. A heap with faults finds the memory of each
// gone before the next one ends.
void Destroyer::DestroyAll(std::span<const Doomed> batch) {
  constexpr std::size_t kAtOnce = kFaulty ? 1 : kSendAt;
  while (!batch.empty()) {
    const std::span<const Doomed> some = batch.first(std::min(kAtOnce, batch.size()));
    for (const Doomed& doomed : some) {
      if (doomed.destroy != nullptr) doomed.destroy(*doomed.object);
    }
    const TableLock lock(sharing_);
    for (const Doomed& doomed : some) FreeMemory(doomed, memory_, table_);
    batch = batch.subspan(some.size());
  }
}

}  // namespace GC_BUILD
}  // namespace gc
