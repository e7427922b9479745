// core/mark/parallel_marking.h -- marking by all workers of a heap.
//
// Each worker has a stack of grey objects of its own, and scans it in batches. A worker that has
// nothing left takes objects from a pool; while any worker waits there, the others give it a part
// of what they have. Marking is over when the pool is empty and no worker is busy. These are two
// questions, and between them a worker could take the last objects of the pool, find more, and give
// them:
//
//     worker 1     is any worker busy? no                    is the pool empty? yes    OVER
//     worker 2                              take 2, busy                                   scans 2
//
// So both questions are asked, and objects are taken, given and a worker counted as busy, under one
// mutex (busy-before-queue in model/threads/marker/pool.cc).
//
// A slice may end by the clock. The worker that sees its time over says so to the others; each
// finishes its batch, and gives all that it has to the pool before it is busy no more. What is in
// the pool then is the heap's work list again, so that nothing waits anywhere else between two
// slices (drain-before-suspend).
//
// Two workers may find one object white at the same time. The mark in its header is replaced by one
// atomic step, which one of them wins; it alone queues the object and writes the map (mark-once).
//
// An object whose slots are shown by calls of the user's code, or that has too many of them for a
// batch, may take as long as a thousand others (S9.18). It waits in a list of its worker's own
// until that has nothing else, and then is scanned by itself; those that wait for something to do
// are given half of that list too. So slow callbacks run beside the rest, and beside each other.
// They read only; what they show is judged and marked by the worker, as the slots of all others.
//
// Some objects are not for workers: roots of clusters, and those that refer to garbage, to clusters
// or to what is no object of the heap. They are put aside before any of their targets is marked,
// and the caller scans them as ever.
//
// In the faulty build one thread takes the workers by turns (core/mark/marking_by_turns.cc), so
// that a run is the same each time. If there is a sink, it is told of the scans when all are done,
// in an order in which each object comes after the one that it was found by: a worker notes what it
// has scanned before it gives away what it found.
//
// Where there is no memory for what a worker finds, the object is left over
// (core/population/wavefront.h); a worker that cannot give keeps what it has; and if the stacks
// cannot be made at all, no worker helps.
//
// Happens-before: slots and headers were written before the step; the call that starts the workers
// orders that. Grey objects go from worker to worker under the mutex. What the workers wrote is
// visible when the call that started them returns.
//
// Owns the workers' stacks and the pool; empty between two calls. Calls the population. Thread
// rules: Run in a step, under which no mutator runs.
//
// Upholds: mark-once, hand-over-publishes, busy-before-queue, drain-before-suspend; scan-is-atomic
// and grey-is-queued with core/mark/scanner.cc.
// Read next: core/collect/gatherer.h.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/workers.h"
#include "core/mark/mark_batch.h"
#include "core/population/population.h"
#include "core/population/wavefront.h"

namespace gc {
inline namespace GC_BUILD {

class ParallelMarking {
 public:
  ParallelMarking(Population& heap, Wavefront& wavefront) : heap_(heap), wavefront_(wavefront) {}
  ParallelMarking(const ParallelMarking&) = delete;
  ParallelMarking& operator=(const ParallelMarking&) = delete;

  // Scans the objects of `grey` and all that they lead to, until nothing is left or the deadline
  // has passed, which several threads ask at once; at least one batch. What is left is in `grey`.
  // Returns how many were scanned, and adds them to `progress`; 0 if there is no memory for stacks.
  Work Run(Workers& workers, std::vector<Object*>& grey, MarkProgress& progress,
           const Deadline& until);
  // What was put aside by the last Run: marked, and not scanned, nor counted.
  const std::vector<Object*>& alone() const { return alone_; }

  void Recycle() { Trim(); }
  // Gives back the memory of the lists.
  void Trim();

 private:
  // A worker's own; on lines of its own.
  struct alignas(64) Worker {
    bool HasWork() const { return !grey.empty() || !slow.empty(); }

    std::vector<Object*> grey;
    std::vector<Object*> slow;   // grey too: each is scanned by itself
    std::vector<Object*> alone;  // put aside for the caller
    std::vector<Object*> shown;  // white targets of the one that is scanned by itself
    MarkProgress progress;
    // The most that it had in each of these lists at a time.
    std::size_t most = 0, most_slow = 0, most_shown = 0;
  };

  struct Turns;

  void WorkUntilOver(Worker& worker, const Deadline& until);
  void WorkByTurns(const Deadline& until);
  void TakeTurn(Turns& turns, std::size_t which, const Deadline& until);
  bool IsOver(const Turns& turns) const;
  bool Take(Worker& worker);
  void Share(Worker& worker);
  void GiveAll(Worker& worker);
  void ScanSome(Worker& worker, MarkBatch& batch);
  void ScanBatch(Worker& worker, MarkBatch& batch);
  void ScanSlow(Worker& worker);
  std::size_t FindSome(Worker& worker, MarkBatch& batch, std::size_t scanned);
  void Scan(MarkBatch& batch, std::size_t at, Worker& worker);
  bool FindShown(Object& object, Worker& worker);
  void PutAside(Object& object, Worker& worker);
  void Settle(MarkBatch& batch, Worker& worker);
  void Found(Object& target, Worker& worker);
  void Note(Object* const* objects, std::size_t count);
  void Tell(Object* scanned) const;
  void TellScanned();
  bool MakeStacks(std::size_t count, std::vector<Object*>& pool);
  void MakeRoom();
  void MakeRoomIn(std::vector<Object*> Worker::*list, std::size_t Worker::*most);

  Population& heap_;
  Wavefront& wavefront_;
  std::vector<Worker> workers_;
  std::vector<Object*> alone_;
  std::mutex mutex_;
  std::condition_variable more_;           // objects in the pool, or the end
  std::vector<Object*> pool_;              // under mutex_
  std::uint32_t busy_ = 0;                 // under mutex_: workers that may have objects
  std::vector<Object*> scanned_;           // under mutex_: if there is a sink
  std::atomic<std::uint32_t> waiting_{0};  // relaxed: a hint to share
  std::atomic<bool> late_{false};          // relaxed: it only tells the others to stop
};

}  // namespace GC_BUILD
}  // namespace gc
