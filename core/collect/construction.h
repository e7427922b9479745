// core/collect/construction.h -- objects that have a base and no more yet.
//
// What is pending construction has an index and a colour, and its slots are not to be relied on. So
// it is never scanned; and since what it refers to has then not been seen, no marking ends before
// its constructor has run and it was scanned:
//
//     the mutator     reserve n          (n is black, and in no list)
//     the collector   flip .. nothing left to scan; n's slots were never read
//     the mutator     n's constructor: n.f = w, which was read from a root and taken out of it
//     ending there    w is white, and n refers to it
//
// The flip marks it, like a root, but queues nothing. When it is finished while marking, it is
// queued; that is its only scan in that marking. What the mutator stores meanwhile is shaded like
// any store; so what only that scan sees is what was stored before the flip.
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

  // construction-is-kept: marks all that are pending, like roots, and queues none.
  void KeepAll();

  // Whether any object is pending, whatever other threads do.
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
