// core/purge/plain_sweep.h -- frees at once what nothing could look at between its stages.
//
// A dead object goes through five hands: it is listed, begun, asked, finished and freed. Between
// them code of the user may look at it: callbacks of its own, and of other dead objects that refer
// to it. Most garbage has no such code, and neither has what died beside it. Then all that the
// stages write is read by nobody but the next stage, and each of them reads the object once more
// from memory, only to learn from its class that there is nothing to do.
//
// So an entry has a flag that says so of its object: it is plain (core/object/flags.h). If all that
// a gather is about to doom is plain, and the step goes on to the end of the purge, one walk over
// the entries frees it. The objects themselves are not read. One object that is not plain is enough
// for the stages, as its callbacks may follow a reference to any of the others:
//
//     begin-destroy of a dead door     door->room->name     the room must be there still
//
// Owns nothing. Calls the table and the memory. Thread rules: on the collector's thread.
//
// Read next: core/purge/purger.h.

#pragma once

#include "core/base/work.h"
#include "core/memory/memory.h"
#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

class PlainSweep {
 public:
  PlainSweep(Population& heap, ObjectMemory& memory) : heap_(heap), memory_(memory) {}
  PlainSweep(const PlainSweep&) = delete;
  PlainSweep& operator=(const PlainSweep&) = delete;

  // Whether the stages may be left out for all that is white at these indices: no clusters, no
  // sink, no listener, no other thread, no checks; and every white object is plain.
  bool MayBegin(Index from, Index end) const;
  // The units that the stages take for one object: begin, poll and free.
  static constexpr Work kStages = 3;
  // Frees what is white there, and returns how many objects that was.
  Work Free(Index from, Index end);

 private:
  Index NextWhite(Index from, Index end) const;

  Population& heap_;
  ObjectMemory& memory_;
};

}  // namespace GC_BUILD
}  // namespace gc
