// core/collect/construction.h -- objects whose constructor has not run to its end.
//
// An object that is pending construction has an index and a colour, but its slots are not to be
// relied on. So it is never scanned; and as its references have then not been seen, marking must
// not end before its constructor has run and it was scanned:
//
//     the mutator         reserves n             (n is black, and in no list)
//     the collector       flips ... nothing is left to scan; n's slots were never read
//     the mutator         n's constructor: n.f = w; w was read from a root that then lets go of it
//     marking ends here   w is white, and n refers to it
//
// The flip marks such an object, like a root, but does not queue it. When its constructor has run
// while marking, it is queued, and scanned for the only time in that marking. Stores into it after
// the flip are shaded like any others; the scan sees what was stored before.
//
// Owns the list of the objects that are pending construction. Calls the population and the
// wavefront. Thread rules: the list changes under the table lock, on the thread that makes the
// object.
//
// Upholds: construction-is-kept, end-needs-empty (with core/collect/marker.cc).
// Read next: core/heap/construction.cc.

#pragma once

#include <vector>

#include "core/population/population.h"
#include "core/population/wavefront.h"

namespace gc {
inline namespace GC_BUILD {

class Construction {
 public:
  Construction(Population& heap, Wavefront& wavefront) : heap_(heap), wavefront_(wavefront) {}
  Construction(const Construction&) = delete;
  Construction& operator=(const Construction&) = delete;

  void Begin(Object& object);
  // The constructor has run: the object is queued while marking, since it was not scanned yet.
  void Finish(Object& object);
  // The constructor will never run.
  void Forget(Object& object);

  // Marks all objects that are pending construction, and queues none (construction-is-kept).
  void KeepAll();

  // Whether any object is pending construction; on any thread, takes the table lock.
  bool IsConstructing() const;
  const std::vector<Object*>& pending() const { return pending_; }
  void Recycle() { pending_.clear(); }

 private:
  Population& heap_;
  Wavefront& wavefront_;
  std::vector<Object*> pending_;
};

}  // namespace GC_BUILD
}  // namespace gc
