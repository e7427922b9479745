// core/purge/destroyer.cc -- one worker at a time takes what was sent, until nothing is left.

#include "core/purge/destroyer.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

#include "core/base/room.h"
#include "core/base/workers.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// So that a long step does not keep the worker waiting, nor the worker a mutator.
constexpr std::size_t kSendAt = 256;

}  // namespace

// What is enqueued may run when it is not waited for any more: a task that oneTBB took, and for
// which it got no thread, is done when there is one. So each task holds this order, and asks it
// whether there still is a destroyer.
struct Destroyer::Order {
  explicit Order(Destroyer& self) : destroyer(mutex, &self) {}
  void Do() {
    const std::lock_guard lock(mutex);
    if (*destroyer != nullptr) (*destroyer)->Work();
  }
  void Cancel() {
    const std::lock_guard lock(mutex);
    *destroyer = nullptr;
  }
  Mutex mutex;
  Guarded<Destroyer*> destroyer;
};

// The arena reserves no slot for the calling thread, so what is enqueued runs on another one. What
// it needs of memory it takes here: when a first use fails, oneTBB waits for that for ever.
struct Destroyer::Arena {
  explicit Arena(Destroyer& self) : order(std::make_shared<Order>(self)) { arena.initialize(); }
  tbb::task_arena arena{1, 0};
  const std::shared_ptr<Order> order;
};

Destroyer::Destroyer(ObjectMemory& memory, Table& table, Sharing& sharing)
    : memory_(memory), table_(table), sharing_(sharing) {
  handed_.reserve(kSendAt);
  arena_ = std::make_unique<Arena>(*this);
}
Destroyer::~Destroyer() {
  Wait();
  arena_->order->Cancel();
}

// There is room: it was made in advance, and Send empties the list when it is full.
bool Destroyer::Hand(const Doomed& doomed) {
  PushInRoom(handed_, doomed);
  return handed_.size() >= kSendAt;
}

void Destroyer::Send() {
  if (handed_.empty()) return NoteEnd();
  if (!sharing_.IsDestroying()) sharing_.SetDestroying(true);
  const Sent sent = SendHanded();
  if (sent == Sent::kNot) DestroyAll(handed_);  // here, as there is no memory to send them anywhere
  handed_.clear();
  if (sent == Sent::kToAnIdleWorker) Wake();
}

Destroyer::Sent Destroyer::SendHanded() {
  const std::lock_guard lock(mutex_);
  if (!HasRoom(*sent_, handed_.size())) return Sent::kNot;
  AppendInRoom(*sent_, handed_);
  return std::exchange(*working_, true) ? Sent::kToABusyWorker : Sent::kToAnIdleWorker;
}

// The worker does what was sent; if none can be had, this thread does.
void Destroyer::Wake() {
  if (!Workers::HaveFailed()) {
    try {
      return arena_->arena.enqueue([order = arena_->order] { order->Do(); });
    } catch (...) {
      // No memory for the task (std::bad_alloc), or no thread (std::runtime_error). In the second
      // case oneTBB has the task all the same.
      Workers::NoteFailure();
    }
  }
  arena_->order->Do();
}

void Destroyer::NoteEnd() {
  if (!sharing_.IsDestroying()) return;
  const std::lock_guard lock(mutex_);
  if (!*working_) sharing_.SetDestroying(false);
}

// A run of the collector sends what it has handed over before it ends (core/collect/cycle.cc).
void Destroyer::Wait() {
  const std::lock_guard lock(mutex_);
  WaitUntil(idle_, mutex_, [this] { return !*working_; });
  if (sharing_.IsDestroying()) sharing_.SetDestroying(false);
}

void Destroyer::Work() {
  const Helping helping;
  std::unique_lock lock(mutex_);
  while (!sent_->empty()) {
    working_on_.swap(*sent_);
    lock.unlock();
    DestroyAll(working_on_);
    working_on_.clear();
    lock.lock();
  }
  *working_ = false;
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
