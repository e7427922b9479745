// core/collect/marker.h -- marking: from the flip to the end check.
//
// The flip makes everything white at once and greys the roots. Then the wavefront crosses the heap,
// an object at a time: a grey object is taken from the work list, and what it refers to is marked
// and queued. Between slices the mutator runs; what it stores is queued by the barrier on another
// list, which is taken when the work list is empty. When both are empty, the sources that refer
// without a barrier are asked once more (raw referencers, rescanned locals). If that finds nothing
// new, every reachable object is black. The barrier is switched off in the same step: from here on
// the mutator has references to marked objects only.
//
// A slice never ends inside the scan of an object, and no address of a slot outlives the scan.
// Otherwise the mutator could move a reference from the part that is still to be scanned into the
// part that was scanned already.
//
// Owns how far the marking of this cycle has come. Calls the population, the wavefront, the roots,
// the external references, the objects pending construction, the elimination of garbage, and the
// clusters, which answer for their members. Thread rules: in a step; with workers the referencers
// are asked on another thread while the flip runs.
//
// Upholds: flip-precondition, mark-once, flip-leaves-unreachable, initial-references-always,
// scan-is-atomic, referencer-barrier, end-needs-empty.
// Read next: core/mark/scanner.h.

#pragma once

#include <cstdint>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/pool.h"
#include "core/base/work.h"
#include "core/cluster/clusters.h"
#include "core/collect/construction.h"
#include "core/collect/external_references.h"
#include "core/collect/root_set.h"
#include "core/mark/scanner.h"
#include "core/population/phase.h"

namespace gc {
inline namespace GC_BUILD {

class Marker {
 public:
  // Where marking starts from. The three outlive the marker.
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

  // Begins marking. Objects that the mask of the root set names are roots too.
  void Begin();
  // Marks what a new mask names, while marking is under way; called before a full collection
  // completes it.
  void MarkMasked();

  Unit NextUnit();
  // The units of marking; the scans are the scanner's.
  Scanner& scanner() { return scanner_; }
  const Scanner& scanner() const { return scanner_; }
  void TakeInitialReferences();
  // The end check, when both lists are empty. False if a source without a barrier reports something
  // new.
  bool CheckEnd();
  // In the build with faults: notices initial references that were never taken, and that nothing is
  // scanned any more.
  void EndWithFaults();

  // Drops an object from what the referencers reported, as it is given up.
  void Forget(const Object& object);

  // The number of flips since the heap was made.
  std::uint64_t flips() const { return flips_; }
  bool InitialReferencesTaken() const { return initial_references_taken_; }
  // What referencers reported beside the flip, and no unit has taken yet; in any order.
  const std::vector<Object*>& reported() const { return reported_; }
  bool WasReported() const { return was_reported_; }
  // For faults. RanDry: the work list was empty once. EndDecided: the next end check does not look.
  bool RanDry() const { return ran_dry_; }
  bool EndDecided() const { return end_decided_; }

  void Recycle() {
    Reset();
    gc::Recycle(reported_);
    flips_ = 0;
    scanner_.Recycle();
  }
  void Trim() {
    gc::Trim(reported_);
    scanner_.Trim();
  }

 private:
  void Reset();
  void Flip();
  void FlipAndAsk();
  void TakeRoots();
  void FoundRoot(Object& target);
  void FoundReported(Object& target);
  void AskReferencers();
  void AskLocals();
  void AskRawAgain();
  void AskLocalsAgain();
  void NoticeUnfinishedTask();

  Population& heap_;
  Wavefront& wavefront_;
  Elimination& elimination_;
  Clusters& clusters_;
  const Sources from_;
  Scanner scanner_{heap_, wavefront_, elimination_, clusters_};

  std::uint64_t flips_ = 0;
  bool initial_references_taken_ = false;
  bool ran_dry_ = false;
  bool end_decided_ = false;
  // What the referencers reported while the flip ran, to be taken with the initial references.
  std::vector<Object*> reported_;
  bool was_reported_ = false;
};

}  // namespace GC_BUILD
}  // namespace gc
