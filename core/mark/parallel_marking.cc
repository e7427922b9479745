// core/mark/parallel_marking.cc -- workers scan batches, share what they find, and know the end.
//
// Upholds: mark-once, scan-is-atomic, grey-is-queued, hand-over-publishes, drain-before-suspend.
// Read next: core/collect/gatherer.cc.

#include "core/mark/parallel_marking.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/pool.h"
#include "core/base/room.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// The most objects that are taken from the pool, and given to it, at a time.
constexpr std::size_t kBlock = 512;

// Moves `count` objects from the beginning of a list to the end of another. The order of what stays
// is of no matter.
void MoveFirst(std::vector<Object*>& from, std::size_t count, std::vector<Object*>& to) {
  const auto first = from.begin();
  const auto behind = first + static_cast<std::ptrdiff_t>(count);
  to.insert(to.end(), first, behind);
  const std::size_t refill = std::min(count, from.size() - count);
  std::copy(from.end() - static_cast<std::ptrdiff_t>(refill), from.end(), first);
  from.erase(from.end() - static_cast<std::ptrdiff_t>(count), from.end());
}

}  // namespace

Work ParallelMarking::Run(Workers& workers, std::vector<Object*>& grey, MarkProgress& progress,
                          const Deadline& until) {
  if (!MakeStacks(workers.count())) return 0;
  pool_.swap(grey);
  alone_.clear();
  late_.store(false, std::memory_order_relaxed);
  if constexpr (kFaulty) {
    WorkByTurns(until);
  } else {
    workers.ForEach(workers_.size(),
                    [this, &until](std::size_t which) { WorkUntilOver(workers_[which], until); });
  }
  Work scanned = 0;
  for (Worker& worker : workers_) {
    if (!worker.alone.empty() &&
        !heap_.Obeys(Rule::kDrainBeforeSuspend, Fault::kDropWhatWasPutAside, GC_HERE)) {
      worker.alone.clear();
    }
    scanned += worker.progress.units;
    progress.Add(std::exchange(worker.progress, {}));
    if (HasRoom(alone_, worker.alone.size())) {
      alone_.insert(alone_.end(), worker.alone.begin(), worker.alone.end());
    } else {
      wavefront_.LeaveOver(worker.alone.data(), worker.alone.size());
    }
    worker.alone.clear();
  }
  TellScanned();
  grey.swap(pool_);  // the room is the caller's again
  MakeRoom();
  return scanned;
}

// A stack for each worker, with room for what it takes from the pool at a time; false if there is
// no memory.
bool ParallelMarking::MakeStacks(std::size_t count) {
  try {
    if (workers_.size() != count) workers_ = std::vector<Worker>(count);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return std::all_of(workers_.begin(), workers_.end(),
                     [](Worker& worker) { return HasRoom(worker.grey, kBlock); });
}

// Which worker finds how much differs from cycle to cycle. So that a steady state allocates nothing
// (S9.17), each gets room for twice as much as any of them had.
void ParallelMarking::MakeRoom() {
  std::size_t most = 0;
  for (const Worker& worker : workers_) most = std::max(most, worker.most);
  for (Worker& worker : workers_) {
    if (worker.grey.capacity() < 2 * most && !gc::MakeRoom(worker.grey, 2 * most)) return;
  }
}

// A worker that cannot be given anything waits, and uses no processor meanwhile.
void ParallelMarking::WorkUntilOver(Worker& worker, const Deadline& until) {
  MarkBatch batch;
  std::unique_lock lock(mutex_);
  while (true) {
    while (pool_.empty() && busy_ != 0) {
      waiting_.fetch_add(1, std::memory_order_relaxed);
      more_.wait(lock);
      waiting_.fetch_sub(1, std::memory_order_relaxed);
    }
    if (late_.load(std::memory_order_relaxed) || !Take(worker)) return;
    busy_ += 1;
    lock.unlock();
    while (!worker.grey.empty() && !late_.load(std::memory_order_relaxed)) {
      ScanBatch(worker, batch);
      if (waiting_.load(std::memory_order_relaxed) != 0) Share(worker);
      if (until.Passed()) late_.store(true, std::memory_order_relaxed);
    }
    lock.lock();
    GiveAll(worker);
    busy_ -= 1;
    if (busy_ == 0) more_.notify_all();
  }
}

// Takes objects from the pool, and leaves some for the others; false if there are none. Under the
// mutex.
bool ParallelMarking::Take(Worker& worker) {
  if (pool_.empty()) return false;
  const std::size_t part = std::max<std::size_t>(1, pool_.size() / workers_.size());
  const auto taken = static_cast<std::ptrdiff_t>(std::min(kBlock, part));
  worker.grey.insert(worker.grey.end(), pool_.end() - taken, pool_.end());
  pool_.erase(pool_.end() - taken, pool_.end());
  if (!heap_.Obeys(Rule::kHandOverPublishes, Fault::kLoseTheLast, GC_HERE)) worker.grey.pop_back();
  return true;
}

// Gives half of the worker's objects to the pool: those that wait longest, as they tend to lead to
// the most.
void ParallelMarking::Share(Worker& worker) {
  if (worker.grey.size() < 2) return;
  const std::size_t part = std::min(kBlock, worker.grey.size() / 2);
  {
    const std::lock_guard lock(mutex_);
    if (!HasRoom(pool_, part)) return;
    MoveFirst(worker.grey, part, pool_);
  }
  more_.notify_one();
}

// Gives what a slice had no time for. Under the mutex.
void ParallelMarking::GiveAll(Worker& worker) {
  if (HasRoom(pool_, worker.grey.size())) {
    pool_.insert(pool_.end(), worker.grey.begin(), worker.grey.end());
  } else {
    wavefront_.LeaveOver(worker.grey.data(), worker.grey.size());
  }
  worker.grey.clear();
}

void ParallelMarking::ScanBatch(Worker& worker, MarkBatch& batch) {
  batch.Take(worker.grey, MarkBatch::kObjects);
  std::size_t scanned = 0;
  while (scanned < batch.taken) {
    scanned = FindSome(worker, batch, scanned);
    Settle(batch, worker);
  }
}

// Scans from position `scanned` on what there is room for, and returns where the rest begins.
std::size_t ParallelMarking::FindSome(Worker& worker, MarkBatch& batch, std::size_t scanned) {
  batch.Load(heap_, kUnlimited, worker.progress);
  while (scanned < batch.loaded) Scan(batch, scanned++, worker);
  if (scanned == batch.taken) Note(batch);
  return scanned;
}

// Finds what is white and marks it later, so that an object of which one target is special is put
// aside untouched.
void ParallelMarking::Scan(MarkBatch& batch, std::size_t at, Worker& worker) {
  const auto put_aside = [&] {
    worker.progress.TakeBack(WeightAlone(*batch.objects[at]));
    if (!TryPush(worker.alone, batch.objects[at])) wavefront_.LeaveOver(*batch.objects[at]);
    batch.objects[at] = nullptr;
  };
  const std::size_t end = batch.ends[at];
  if (end == MarkBatch::kAlone) return put_aside();
  const MarkBits white = heap_.marks().White();
  const std::size_t before = batch.marked;
  for (; batch.next < end; ++batch.next) {
    Object& target = *batch.targets[batch.next];
    const MarkBits seen = target.header().mark.Load();
    if ((kChecked && !heap_.IsLive(target)) || !IsPlain(seen)) [[unlikely]] {
      if (!kChecked && seen == mark::kPermanent) continue;
      batch.marked = before;
      batch.next = end;
      return put_aside();
    }
    batch.found[batch.marked] = &target;
    batch.marked += seen == white;
  }
}

// Marks what was found white, and keeps what this worker won.
void ParallelMarking::Settle(MarkBatch& batch, Worker& worker) {
  for (std::size_t i = 0; i < batch.marked; ++i) {
    Object& found = *batch.found[i];
    const bool won = heap_.Mark(found) || !heap_.Obeys(Rule::kMarkOnce, Fault::kWinTwice, GC_HERE);
    if (won && !TryPush(worker.grey, &found)) wavefront_.LeaveOver(found);
  }
  batch.marked = 0;
  worker.most = std::max(worker.most, worker.grey.size());
}

// Notes for the sink what was scanned; if there is no room for that, tells it now.
void ParallelMarking::Note(const MarkBatch& batch) {
  if (!heap_.reports.IsTold()) return;
  const std::lock_guard lock(mutex_);
  if (!HasRoom(scanned_, batch.taken)) {
    TellScanned();
    for (std::size_t i = 0; i < batch.taken; ++i) Tell(batch.objects[i]);
    return;
  }
  std::copy_if(
      batch.objects.begin(), batch.objects.begin() + static_cast<std::ptrdiff_t>(batch.taken),
      std::back_inserter(scanned_), [](const Object* object) { return object != nullptr; });
}

void ParallelMarking::Tell(Object* scanned) const {
  if (scanned != nullptr) heap_.Publish({.kind = EventKind::kScan, .object = scanned});
}

void ParallelMarking::TellScanned() {
  for (Object* const object : scanned_) Tell(object);
  scanned_.clear();
}

void ParallelMarking::Trim() {
  workers_ = {};
  gc::GiveBack(alone_);
  gc::GiveBack(pool_);
  gc::GiveBack(scanned_);
}

}  // namespace GC_BUILD
}  // namespace gc
