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
// Every object is born with the mark that says so (core/collect/births.cc). One that is made in a
// single call needs no more than the mark: no step can come before its constructor has run, since a
// step excludes the sections of other threads and is refused inside a constructor. Only objects
// that may meet a step are in the list.
//
// Happens-before: Finish and End clear the mark with release. A thread that finds the object by
// itself (an iteration, a look-up, a weak read) looks at the mark with acquire, so what the
// constructor wrote is visible to it.
//
// Owns the list of the objects that are pending construction beyond one call. Calls the population
// and the wavefront. Thread rules: the list changes under the table lock, on the thread that makes
// the object.
//
// Upholds: construction-is-kept, end-needs-empty (with core/collect/marker.cc).
// Read next: core/heap/construction.cc.

#pragma once

#include <cstddef>
#include <vector>

#include "core/base/guarded.h"
#include "core/population/population.h"
#include "core/population/wavefront.h"

namespace gc {
inline namespace GC_BUILD {

class Construction {
 public:
  Construction(Population& heap, Wavefront& wavefront) : heap_(heap), wavefront_(wavefront) {}
  Construction(const Construction&) = delete;
  Construction& operator=(const Construction&) = delete;

  // Keeps room in the list for an object that is about to be made; false if there is no memory.
  // Then comes Begin, or TakeBack if there is no object after all.
  bool Promise();
  void TakeBack();
  // The object may meet a step before its constructor has run; room was promised.
  void Begin(Object& object);
  // The constructor of an object that is not in the list has run.
  void End(Index index) {
    Entry& entry = heap_.table[index];
    if (heap_.sharing.IsConcurrent()) {
      entry.flags.Finish(flag::kPendingConstruction);
    } else {
      entry.flags.FinishAlone(flag::kPendingConstruction);
    }
  }
  // The constructor has run: the object is queued while marking, since it was not scanned yet.
  void Finish(Object& object);
  // The constructor will never run.
  void Forget(Object& object);

  // Marks all objects that are pending construction, and queues none (construction-is-kept).
  void KeepAll();

  // Whether any object is pending construction; on any thread, takes the table lock.
  bool IsConstructing() const;
  const std::vector<Object*>& pending() const { return pending_.Peek(); }
  // How many objects have room promised, and have not begun.
  std::size_t promised() const { return promised_.Peek(); }
  // No object is about to begin.
  void Recycle() { pending_.Peek().clear(); }

 private:
  Population& heap_;
  Wavefront& wavefront_;
  Guarded<std::vector<Object*>, Sharing> pending_{heap_.sharing};
  Guarded<std::size_t, Sharing> promised_{heap_.sharing};  // places in the list
};

}  // namespace GC_BUILD
}  // namespace gc
