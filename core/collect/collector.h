// core/collect/collector.h -- the machinery of one heap: its components, and the cycle.
//
// Each component owns its state, and says in its header what it may call. The collector makes the
// components in this order, and gives to each those that it calls. Through a const collector all of
// them can be looked at and none changed: so inspectors and tests see everything.
//
//     population      the objects: table, colours, reports, lock    (core/population)
//     memory          where the objects lie                         (core/memory)
//     wavefront       the grey objects                              (core/population)
//     elimination     which references to garbage are cleared       (core/population)
//     roots           what is live without a reference
//     outside         referencers and locals
//     serials         by which weak references know an object
//     construction    objects whose constructor has not run to its end
//     clusters        groups that live and die as one               (core/cluster)
//     births          an object comes into the heap
//     marker          marking, from the flip to the end check
//     gatherer        the white become unreachable, and are listed
//     purger          the unreachable are destroyed in stages
//
// The collector itself decides which unit of work is next (NextUnit), and has one switch that does
// it; both are in cycle.cc.
//
// Thread rules: steps on one thread, under the heap's lock if it has one (core/base/sharing.h).
//
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
#include "core/memory/memory.h"
#include "core/pointer/barrier.h"
#include "core/population/elimination.h"
#include "core/population/population.h"
#include "core/population/serials.h"
#include "core/population/wavefront.h"
#include "core/purge/plain_sweep.h"
#include "core/purge/purger.h"

namespace gc {
inline namespace GC_BUILD {

class Collector {
 public:
  Collector() = default;
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  // Open takes a clean collector for a new heap; Close ends all objects and takes the collector
  // back, last of all, since callbacks may still ask the heap.
  static std::unique_ptr<Collector> Open(const HeapOptions& options);
  static void Close(std::unique_ptr<Collector>& collector);

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
  PlainSweep plain_sweep{population, memory};

  // The barrier's slow path: `target` is held by the mutator, and `why` names the rule that has it
  // shaded. On any thread of the heap.
  void Shade(Object& target, Upholds why);

  // The bytes that present objects occupy, while no other thread is in a section.
  std::size_t BytesOfObjects() const { return memory.bytes() + births.loans().Lent().bytes; }
  // Memory and an index for a new object, whose base then registers it. Null if there is none, even
  // after room was made as far as `at_most` and the options allow (core/collect/capacity.cc).
  void* Allocate(const Class& type, const BirthOptions& options, Index& index, WhenFull at_most) {
    void* const made = births.AllocateAtHand(type, options, index);
    return made != nullptr ? made : AllocateWithCare(type, options, index, at_most);
  }
  // Prints why there is none, and aborts. `call` is the user's: "Heap::New".
  [[noreturn]] void OutOfRoom(const char* call, const char* class_name) const noexcept;

  // Begins every step: checks that a step may be taken here, and takes over.
  void BeginStep();
  // What mutators of other threads shaded, so that every grey object is in a list of the collector.
  void TakeOver();
  // Begins a cycle, in a step; objects with any of the flags in `mask` are roots of it. False if
  // marking or a gather is pending.
  bool StartCycle(ObjectFlags mask);
  // Finishes what is pending, then runs one whole cycle with the mask, in a step. No object may be
  // under construction.
  void CollectAll(ObjectFlags mask);
  // Begins a round of the waiting list, in a step: Run then asks each of its objects once more.
  // Nothing may be pending.
  void StartRound();

  // Which work Run may do: all of it, or gather and purge only.
  enum class Only : std::uint8_t { kAll, kPurge };
  // Does up to `budget` units, in a step, and returns how many. Stops where a cycle or a round
  // ends, and when the deadline has passed, but does one unit at least.
  Work Run(Work budget, const Deadline& until = {}, Only only = Only::kAll);

  bool Pending() const { return population.phase() != Phase::kIdle || purger.Pending(); }
  bool PurgeOrGatherPending() const {
    return population.phase() == Phase::kGathering || purger.Pending();
  }

 private:
  Unit NextUnit(Only only);
  Work Do(Unit unit, Work budget, const Deadline& until);
  void EndMarking();
  bool MaySweep() const;
  Work SweepPlain();
  bool Settle();
  void Recycle();
  // core/collect/capacity.cc
  void* AllocateWithCare(const Class& type, const BirthOptions& options, Index& index,
                         WhenFull at_most);
  bool MakeRoom(WhenFull at_most);
  void FinishDoomed();
};

}  // namespace GC_BUILD
}  // namespace gc
