// core/collect/collector.h -- the machinery of one heap: its components, and the cycle.
//
// Each component owns what it changes, has its state to itself, and says in its header what it may
// call. They are made here, from the bottom up, and each is given those that it calls. What is seen
// through a const collector can be looked at and not changed: so inspectors and tests see all.
//
//     population      the objects: table, colours, reports, lock    (core/object)
//     memory          where they lie                                (core/memory)
//     wavefront       the grey objects                              (core/object)
//     elimination     which references give way to garbage          (core/object)
//     roots           what is live without a reference
//     outside         referencers and locals
//     serials         what weak references know an object by
//     construction    what has a base and no more yet
//     clusters        what lives and dies as one                    (core/cluster)
//     births          an object comes into the heap
//     marker          from the flip to the end check
//     gatherer        the white become unreachable
//     purger          and are ended in stages
//
// The collector itself decides which unit of work is next: one switch, in cycle.cc.
//
// Thread rules: steps on one thread, under the heap's lock if it has one (core/base/sharing.h).
// Read next: core/collect/cycle.cc.

#pragma once

#include <memory>

#include "core/base/deadline.h"
#include "core/base/work.h"
#include "core/cluster/clusters.h"
#include "core/collect/births.h"
#include "core/collect/construction.h"
#include "core/collect/external_references.h"
#include "core/collect/gatherer.h"
#include "core/collect/heap_options.h"
#include "core/collect/marker.h"
#include "core/collect/root_set.h"
#include "core/collect/serials.h"
#include "core/memory/memory.h"
#include "core/pointer/barrier.h"
#include "core/population/elimination.h"
#include "core/population/population.h"
#include "core/population/wavefront.h"
#include "core/purge/purger.h"

namespace gc {
inline namespace GC_BUILD {

class Collector {
 public:
  Collector() = default;
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  // A clean one for a new heap; and back.
  static std::unique_ptr<Collector> Open(const HeapOptions& options);
  static void Close(std::unique_ptr<Collector> collector);

  Population population{this};
  ObjectMemory memory;
  Wavefront wavefront{population};
  Elimination elimination{population};
  RootSet roots{population};
  ExternalReferences outside{population.sharing};
  Serials serials{population};
  Construction construction{population, wavefront};
  Clusters clusters{population, wavefront, elimination};
  Births births{population, memory, roots, serials};
  Marker marker{population, wavefront, elimination, clusters, {roots, outside, construction}};
  Gatherer gatherer{population, clusters};
  Purger purger{population, memory};

  // The barrier's slow path: `target` is held by the mutator, and `why` names the rule that has it
  // shaded. On any thread of the heap.
  void Shade(Object& target, Upholds why);

  // What every step begins with: checks that one may be taken here, and takes over what mutators of
  // other threads shaded.
  void BeginStep();
  // Begins a cycle, in a step; objects with any of the flags are roots of it. False if a marking or
  // a gather is pending.
  bool StartCycle(ObjectFlags mask);
  // Begins a round of those that wait for their end, in a step; nothing may be pending.
  void StartRound();

  // Which work may be done: all of it, or a gather and a purge only.
  enum class Only : std::uint8_t { kAll, kPurge };
  // Does up to `budget` units, in a step, and answers how many. Stops where a cycle or a round ends
  // and where the deadline has passed, but not before a unit is done.
  Work Run(Work budget, const Deadline& until = {}, Only only = Only::kAll);

  bool Pending() const { return population.phase() != Phase::kIdle || purger.Pending(); }
  bool PurgeOrGatherPending() const {
    return population.phase() == Phase::kGathering || purger.Pending();
  }

 private:
  Unit NextUnit(Only only);
  Work Do(Unit unit, Work budget, const Deadline& until);
  void EndMarking();
  bool Settle();
  void Recycle();

  Work units_ = 0;  // since the last flip
};

}  // namespace GC_BUILD
}  // namespace gc
