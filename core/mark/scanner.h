// core/mark/scanner.h -- grey objects are scanned, and what they refer to is marked and queued.
//
// This is what most of the time of a cycle goes to. Objects are taken from the work list in batches
// (core/mark/mark_batch.h); marking without a budget is shared by all workers of the heap
// (core/mark/parallel_marking.h). Most objects refer to others of which two colours tell all; those
// are marked in a loop without branches. The rest (garbage, clusters, slots that an object shows by
// calls) is dealt with one reference at a time.
//
// Owns how much was scanned, and what is being scanned. Calls the population, the wavefront, the
// elimination of garbage, and the clusters, which answer for their members. Thread rules: in a
// step; it starts the heap's workers.
//
// Upholds: mark-once, scan-is-atomic.
// Read next: core/mark/mark_batch.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/pool.h"
#include "core/cluster/clusters.h"
#include "core/mark/parallel_marking.h"

namespace gc {
inline namespace GC_BUILD {

class Scanner {
 public:
  Scanner(Population& heap, Wavefront& wavefront, Elimination& elimination, Clusters& clusters)
      : heap_(heap), wavefront_(wavefront), elimination_(elimination), clusters_(clusters) {}
  Scanner(const Scanner&) = delete;
  Scanner& operator=(const Scanner&) = delete;

  // Scans up to `budget` objects, and returns how many; asks the deadline after each batch.
  Work ScanSome(Work budget, const Deadline& until);
  // Marks and queues an object that is found after the flip.
  void Found(Object& target);
  // Whether what was found is an object of this heap; it is, unless a rule was broken.
  bool IsFoundLive(const Object& target);

  // What was done since the heap was made.
  const MarkProgress& progress() const { return progress_; }
  // How many of these units scanned again what no list had had room for.
  Work again() const { return again_; }
  // A unit was done that takes a whole list.
  void NoteList();
  // Whether a reference is looked at before it is followed, so that holder and field can be named
  // if it is bad (S9.23).
  void SetNaming(bool naming) { naming_ = naming; }
  // The fewest grey objects for each worker with which they begin to help.
  void SetFewest(std::uint32_t objects) { fewest_ = objects; }
  // The object that is being scanned; null whenever the mutator runs.
  const Object* scanning() const { return scanning_; }

  // Nothing is being scanned any more.
  void Reset() { scanning_ = nullptr; }
  void Recycle() {
    progress_ = {};
    again_ = 0;
    together_.Recycle();
    gc::Recycle(shared_);
  }
  void Trim() {
    together_.Trim();
    gc::Trim(shared_);
  }

 private:
  Work ScanBatch(MarkBatch& batch, Work budget, const Allowance& allowance);
  Work ScanLeftOver(MarkBatch& batch, Work budget, const Allowance& allowance);
  std::size_t ScanTaken(MarkBatch& batch, const Allowance& allowance);
  void Scan(MarkBatch& batch, std::size_t at);
  void FoundSpecial(MarkBatch& batch, Object& holder, MarkBits seen);
  void FoundInSlot(ObjectSlot& slot, const Reference& line);
  void Settle(MarkBatch& batch);
  bool BeginsAlone(Object& object);
  void ScanAlone(Object& object);
  Work ScanInParts(Work budget);
  bool MayShare() const;
  Work ScanTogether(const Deadline& until);
  [[noreturn]] void RefuseSlot(const Object& target, const Reference& line) const;
  void RefuseBadReferences(Object& holder);

  Population& heap_;
  Wavefront& wavefront_;
  Elimination& elimination_;
  Clusters& clusters_;
  ParallelMarking together_{heap_, wavefront_};
  std::vector<Object*> shared_;  // what the workers are given; empty between two calls
  std::uint32_t fewest_ = 20;
  bool naming_ = false;
  const Object* scanning_ = nullptr;
  MarkProgress progress_;
  Work again_ = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
