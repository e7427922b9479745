// core/purge/destroyer.cc -- one worker at a time takes what was sent, until nothing is left.

#include "core/purge/destroyer.h"

#include <tbb/task_arena.h>

#include <utility>

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr std::size_t kSendAt = 256;  // so that a long step does not keep the worker waiting

}  // namespace

void FreeMemory(const Doomed& doomed, ObjectMemory& memory, Table& table) {
  memory.Free(*doomed.object, doomed.Block());
  if (!doomed.index_released) table.Release(doomed.index);
}

// The arena reserves no slot for the calling thread, so what is enqueued runs on another one.
struct Destroyer::Arena {
  tbb::task_arena arena{1, 0};
};

Destroyer::Destroyer(ObjectMemory& memory, Table& table, const Sharing& sharing)
    : memory_(memory), table_(table), sharing_(sharing), arena_(std::make_unique<Arena>()) {}
Destroyer::~Destroyer() { Wait(); }

void Destroyer::Hand(const Doomed& doomed) {
  handed_.push_back(doomed);
  if (handed_.size() >= kSendAt) Send();
}

void Destroyer::Send() {
  if (handed_.empty()) return;
  bool idle = false;
  {
    const std::lock_guard lock(mutex_);
    sent_.insert(sent_.end(), handed_.begin(), handed_.end());
    idle = !std::exchange(working_, true);
  }
  handed_.clear();
  if (idle) arena_->arena.enqueue([this] { Work(); });
}

void Destroyer::Wait() {
  Send();
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return !working_; });
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

void Destroyer::DestroyAll(const std::vector<Doomed>& batch) {
  for (const Doomed& doomed : batch) {
    if (doomed.destroy != nullptr) doomed.destroy(*doomed.object);
    const TableLock lock(sharing_);
    FreeMemory(doomed, memory_, table_);
  }
}

}  // namespace GC_BUILD
}  // namespace gc
