// core/mark/marking_by_turns.cc -- workers by turns on one thread, so that a run can be repeated.
//
// What threads do when is the machine's affair, and a failure that comes once in a thousand runs
// cannot be shrunk. So where faults can be committed, one thread has the baton and hands it from
// worker to worker, always in the same order. A turn is one of the things between which another
// worker could come:
//
//     take      objects from the pool, onto the worker's stack
//     find      a batch is scanned, and it is noted what was white
//     settle    what was noted is marked and queued; if the batch is through, others get a part
//     slow      one object is scanned that shows its slots by calls
//
// So two workers find one object before either marks it, a worker has objects while the pool is
// empty, and what one gives another takes: all that can go wrong between them does, in the same way
// each time. That accesses of two threads may be seen in another order is shown elsewhere, by a
// search of all interleavings with C++'s memory, and by free-running threads.
//
// Upholds: busy-before-queue, drain-before-suspend.
// Read next: core/collect/gatherer.cc.

#include <algorithm>

#include "core/base/room.h"
#include "core/mark/parallel_marking.h"

namespace gc {
inline namespace GC_BUILD {

// What each worker is at.
struct ParallelMarking::Turns {
  struct Turn {
    bool HasBatch() const { return scanned < batch.taken || settles; }
    MarkBatch batch;
    std::size_t scanned = 0;
    bool settles = false;  // what was found is to be settled next
  };
  std::vector<Turn> of = {};
};

// If marking ended too early, by a fault, what a worker has is lost.
void ParallelMarking::WorkByTurns(const Deadline& until) {
  Turns turns;
  if (!HasRoom(turns.of, workers_.size())) return;
  turns.of.resize(workers_.size());
  for (std::size_t turn = 0; !IsOver(turns) && !heap_.Stopped(); ++turn) {
    TakeTurn(turns, turn % workers_.size(), until);
  }
  for (Worker& worker : workers_) {
    if (late_.load(std::memory_order_relaxed)) GiveAll(worker);
    worker.grey.clear();
    worker.slow.clear();
  }
}

void ParallelMarking::TakeTurn(Turns& turns, std::size_t which, const Deadline& until) {
  Worker& worker = workers_[which];
  Turns::Turn& turn = turns.of[which];
  const auto give_a_part = [&] {
    Share(worker);
    if (until.Passed()) late_.store(true, std::memory_order_relaxed);
  };
  if (turn.settles) {
    turn.settles = false;
    Settle(turn.batch, worker);
    if (!turn.HasBatch()) give_a_part();
    return;
  }
  if (!turn.HasBatch()) {
    if (late_.load(std::memory_order_relaxed)) return;
    if (!worker.HasWork()) {
      Take(worker);
      return;
    }
    if (worker.grey.empty()) {
      ScanSlow(worker);
      return give_a_part();
    }
    turn.batch.Take(worker.grey, MarkBatch::kObjects);
    turn.scanned = 0;
  }
  turn.scanned = FindSome(worker, turn.batch, turn.scanned);
  turn.settles = true;
}

// Whether the pool is empty and no worker has anything; or the time is over and no worker has a
// batch.
bool ParallelMarking::IsOver(const Turns& turns) const {
  const bool in_hand = std::any_of(turns.of.begin(), turns.of.end(),
                                   [](const Turns::Turn& turn) { return turn.HasBatch(); });
  if (late_.load(std::memory_order_relaxed)) return !in_hand;
  if (!pool_.empty()) return false;
  const bool idle = !in_hand && std::all_of(workers_.begin(), workers_.end(),
                                            [](const Worker& worker) { return !worker.HasWork(); });
  return idle || !heap_.Obeys(Rule::kBusyBeforeQueue, Fault::kLookAtTheQueueOnly, GC_HERE);
}

}  // namespace GC_BUILD
}  // namespace gc
