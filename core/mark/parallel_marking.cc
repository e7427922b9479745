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
#include "core/object/class.h"

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
  AssertRoom(to, count);
  to.insert(to.end(), first, behind);
  const std::size_t refill = std::min(count, from.size() - count);
  std::copy(from.end() - static_cast<std::ptrdiff_t>(refill), from.end(), first);
  from.erase(from.end() - static_cast<std::ptrdiff_t>(count), from.end());
}

// Of those that no batch can scan: whether a worker can, by itself. The root of a cluster is not
// for workers, nor is what is no object of the heap.
bool IsSlow(const Population& heap, const Object& object) {
  return (!kChecked || heap.IsLive(object)) && !object.header().mark.Has(mark::kClusterRoot);
}

}  // namespace

Work ParallelMarking::Run(Workers& workers, std::vector<Object*>& grey, MarkProgress& progress,
                          const Deadline& until) {
  if (!MakeStacks(workers.count(), grey)) return 0;
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
      AppendInRoom(alone_, worker.alone);
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

// A stack for each worker, with room for what it takes from the pool at a time; and room in the
// list that becomes the pool for what all of them give to it, twice. False if there is no memory.
bool ParallelMarking::MakeStacks(std::size_t count, std::vector<Object*>& pool) {
  try {
    if (workers_.size() != count) workers_ = std::vector<Worker>(count);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return HasRoom(pool, 2 * count * kBlock) &&
         std::all_of(workers_.begin(), workers_.end(),
                     [](Worker& worker) { return HasRoom(worker.grey, kBlock); });
}

// Which worker finds how much differs from cycle to cycle. So that a steady state allocates nothing
// (S9.17), each gets room for twice as much as any of them had.
void ParallelMarking::MakeRoom() {
  MakeRoomIn(&Worker::grey, &Worker::most);
  MakeRoomIn(&Worker::slow, &Worker::most_slow);
  MakeRoomIn(&Worker::shown, &Worker::most_shown);
}

void ParallelMarking::MakeRoomIn(std::vector<Object*> Worker::*list, std::size_t Worker::*most) {
  std::size_t of_all = 0;
  for (const Worker& worker : workers_) of_all = std::max(of_all, worker.*most);
  for (Worker& worker : workers_) {
    (worker.*list).clear();
    if ((worker.*list).capacity() < 2 * of_all && !gc::MakeRoom(worker.*list, 2 * of_all)) return;
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
    while (worker.HasWork() && !late_.load(std::memory_order_relaxed)) {
      ScanSome(worker, batch);
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
  AssertRoom(worker.grey, static_cast<std::size_t>(taken));
  worker.grey.insert(worker.grey.end(), pool_.end() - taken, pool_.end());
  pool_.erase(pool_.end() - taken, pool_.end());
  if (!heap_.Obeys(Rule::kHandOverPublishes, Fault::kLoseTheLast, GC_HERE)) worker.grey.pop_back();
  return true;
}

// Gives half of the worker's objects to the pool, slow ones too, and of each kind those that wait
// longest, as they tend to lead to the most.
void ParallelMarking::Share(Worker& worker) {
  bool gave = false;
  for (std::vector<Object*>* const list : {&worker.grey, &worker.slow}) {
    const std::size_t part = std::min(kBlock, list->size() / 2);
    if (part == 0) continue;
    const std::lock_guard lock(mutex_);
    if (!HasRoom(pool_, part)) continue;
    MoveFirst(*list, part, pool_);
    gave = true;
  }
  if (gave) more_.notify_one();
}

// Gives what a slice had no time for. Under the mutex.
void ParallelMarking::GiveAll(Worker& worker) {
  for (std::vector<Object*>* const list : {&worker.grey, &worker.slow}) {
    if (HasRoom(pool_, list->size())) {
      AppendInRoom(pool_, *list);
    } else {
      wavefront_.LeaveOver(list->data(), list->size());
    }
    list->clear();
  }
}

void ParallelMarking::ScanSome(Worker& worker, MarkBatch& batch) {
  if (worker.grey.empty()) return ScanSlow(worker);
  ScanBatch(worker, batch);
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
  if (scanned == batch.taken) Note(batch.objects.data(), batch.taken);
  return scanned;
}

// Finds what is white and marks it later, so that an object of which one target is special is put
// aside untouched.
void ParallelMarking::Scan(MarkBatch& batch, std::size_t at, Worker& worker) {
  Object& object = *batch.objects[at];
  const auto put_aside = [&] {
    worker.progress.TakeBack(WeightAlone(object));
    batch.objects[at] = nullptr;
    PutAside(object, worker);
  };
  const std::size_t end = batch.ends[at];
  if (end == MarkBatch::kAlone) {
    if (!IsSlow(heap_, object) || !TryPush(worker.slow, &object)) return put_aside();
    worker.most_slow = std::max(worker.most_slow, worker.slow.size());
    worker.progress.TakeBack(WeightAlone(object));
    batch.objects[at] = nullptr;
    return;
  }
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
    AskForSlots(target, seen == white);
    batch.found[batch.marked] = &target;
    batch.marked += seen == white;
  }
}

void ParallelMarking::PutAside(Object& object, Worker& worker) {
  if (!TryPush(worker.alone, &object)) wavefront_.LeaveOver(object);
}

// One object, which shows its slots itself or has very many.
void ParallelMarking::ScanSlow(Worker& worker) {
  Object* const object = worker.slow.back();
  worker.slow.pop_back();
  worker.shown.clear();
  const bool all = FindShown(*object, worker);
  worker.most_shown = std::max(worker.most_shown, worker.shown.size());
  if (!all) return PutAside(*object, worker);
  worker.progress.Spend(WeightOf(*object));
  Note(&object, 1);
  for (Object* const target : worker.shown) Found(*target, worker);
  worker.most = std::max(worker.most, worker.grey.size());
}

// Collects the white ones of what the object refers to; false if any target is not for workers, or
// if there is no memory.
bool ParallelMarking::FindShown(Object& object, Worker& worker) {
  const MarkBits white = heap_.marks().White();
  bool all = true;
  ForEachSlot(object, [&](const ObjectSlot& slot) {
    Object* const target = slot.Raw();
    if (target == nullptr || !all) return;
    const MarkBits seen = target->header().mark.Load();
    const bool is_plain = (!kChecked || heap_.IsLive(*target)) && IsPlain(seen);
    if (seen == white) {
      all = is_plain && TryPush(worker.shown, target);
    } else {
      all = is_plain || (!kChecked && seen == mark::kPermanent);
    }
  });
  return all;
}

// Marks what was found white, and keeps what this worker won.
void ParallelMarking::Settle(MarkBatch& batch, Worker& worker) {
  for (std::size_t i = 0; i < batch.marked; ++i) Found(*batch.found[i], worker);
  batch.marked = 0;
  worker.most = std::max(worker.most, worker.grey.size());
}

inline void ParallelMarking::Found(Object& target, Worker& worker) {
  const bool won = heap_.Mark(target) || !heap_.Obeys(Rule::kMarkOnce, Fault::kWinTwice, GC_HERE);
  if (won && !TryPush(worker.grey, &target)) wavefront_.LeaveOver(target);
}

// Notes for the sink what was scanned, nulls apart; if there is no room for that, tells it now.
void ParallelMarking::Note(Object* const* objects, std::size_t count) {
  if (!heap_.reports.IsTold()) return;
  const std::lock_guard lock(mutex_);
  if (!HasRoom(scanned_, count)) {
    TellScanned();
    for (std::size_t i = 0; i < count; ++i) Tell(objects[i]);
    return;
  }
  std::copy_if(objects, objects + count, std::back_inserter(scanned_),
               [](const Object* object) { return object != nullptr; });
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
