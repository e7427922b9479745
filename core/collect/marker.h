// core/collect/marker.h -- the marking: from the flip to the end check.
//
// The flip makes everything white at once and greys the roots. Then the wavefront crosses the heap,
// an object at a time: what waits in a list is taken, what it refers to is marked and queued. The
// mutator runs between slices; what it stores is queued by the barrier on a list of its own, which
// is taken when the work list is empty. When both are empty, everything that can refer without a
// barrier is asked once more (raw referencers, rescanned locals); if that brings nothing new, every
// reachable object is black, and in the same step the barrier is switched off: whatever the mutator
// does from here on, it can only do with what is marked.
//
// An object is the unit of scanning. A slice never ends inside one, and no address of a slot
// outlives the scan: the mutator may move the references of a half-scanned object from the part
// that is still to be scanned into the part that was.
//
// Owns how far the marking of this cycle has come. Calls the population, the wavefront, the roots,
// the external references, the objects pending construction, the elimination of garbage, and the
// clusters, which answer for what is in one. Thread rules: in a step; with workers the referencers
// are asked on another thread while the flip runs.
//
// Upholds: flip-precondition, mark-once, flip-leaves-unreachable, initial-references-always,
// scan-is-atomic, referencer-barrier, end-needs-empty.
// Read next: core/collect/gatherer.h.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/work.h"
#include "core/cluster/clusters.h"
#include "core/collect/construction.h"
#include "core/collect/external_references.h"
#include "core/collect/root_set.h"
#include "core/population/phase.h"

namespace gc {
inline namespace GC_BUILD {

class Marker {
 public:
  // What a marking refers to; they outlive it.
  struct Sources {
    RootSet& roots;
    ExternalReferences& outside;
    Construction& construction;
  };
  Marker(Population& heap, Wavefront& wavefront, Elimination& elimination, Clusters& clusters,
         const Sources& from)
      : heap_(heap),
        wavefront_(wavefront),
        elimination_(elimination),
        clusters_(clusters),
        from_(from) {}
  Marker(const Marker&) = delete;
  Marker& operator=(const Marker&) = delete;

  // Begins a marking; what the mask of the roots names is a root of it.
  void Begin();
  // Marks what the mask names, in a marking that is to be completed.
  void MarkMasked();

  Unit NextUnit();
  // The units. ScanSome answers how many.
  void TakeInitialReferences();
  Work ScanSome(Work budget);
  // Both lists are empty. False if a source that refers without a barrier has something new.
  bool CheckEnd();
  // The marking is over.
  void End();

  // An object that was reported is given up.
  void Forget(const Object& object);

  // Since the heap was made.
  std::uint64_t flips() const { return flips_; }
  bool InitialReferencesTaken() const { return initial_references_taken_; }
  // Null whenever the mutator runs.
  const Object* scanning() const { return scanning_; }
  // Faulty build: the work list was empty once; the next end check does not look.
  bool RanDry() const { return ran_dry_; }
  bool EndDecided() const { return end_decided_; }

  void Recycle() {
    Reset();
    flips_ = 0;
  }

 private:
  void Reset();
  void Flip();
  void FlipAndAsk();
  bool IsFoundLive(const Object& target);
  void FoundRoot(Object& target);
  void Found(Object& target);
  void FoundReported(Object& target);
  void FoundInSlot(ObjectSlot& slot, const Reference& line);
  Work ScanOne(Work budget);
  Work ScanBetweenFields(Object& object, Work budget);
  void AskReferencers();
  void AskLocals();
  void AskRawAgain();
  void NoticeUnfinishedTask();

  Population& heap_;
  Wavefront& wavefront_;
  Elimination& elimination_;
  Clusters& clusters_;
  const Sources from_;

  std::uint64_t flips_ = 0;
  bool initial_references_taken_ = false;
  bool ran_dry_ = false;
  bool end_decided_ = false;
  const Object* scanning_ = nullptr;
  // What the referencers said beside the flip, to be taken with the initial references.
  std::optional<std::vector<Object*>> reported_;
};

}  // namespace GC_BUILD
}  // namespace gc
