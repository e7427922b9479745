// core/collect/room.cc -- room for a new object is made where there is none left.
//
// The table is full, or the memory that the heap may use has run out. Both are an answer, and no
// breach of a rule: TryNew answers null, and New aborts and says why. But objects may be there that
// are only waiting to be freed, so first the collector frees what it may.
//
// What may it free? A reference that the caller holds as a local is dead at each step of the
// collector, and New is no step: a program that makes two objects and links them must find the
// first one alive after it made the second. So New frees what was found doomed in an earlier step;
// no local can refer to that. Only a heap that says so (WhenFull::kCollect) collects in New.
//
//     pending        freed by kFinishPurge           by kCollect
//     marking        an older purge, if one is left  all that this cycle and one more find
//     gather, purge  all that is doomed              the same; if too little, all that one more
//     finds nothing        what waits and is ready         the same; if too little, all that one
//     more finds
//
// A step is legal where nothing else uses the heap: outside of constructors and callbacks, on the
// collector's thread, and with no section of the heap's lock open. New does not wait for sections:
// it was called with none in mind, and the thread inside may wait for this one.
//
// Upholds: index-after-free, lock-excludes (no step outside the lock).
// Read next: core/collect/births.h.

#include <algorithm>
#include <string>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Holds the lock of a heap for a step that was not planned; or does not, and the step is not taken.
class StepIfLegal {
 public:
  explicit StepIfLegal(const Sharing& sharing) {
    if (sharing.MayStep()) {
      legal_ = true;
    } else if (sharing.IsHome() && !sharing.lock()->InSection() && sharing.lock()->TryAcquire()) {
      legal_ = true;
      taken_ = sharing.lock();
    }
  }
  ~StepIfLegal() {
    if (taken_ != nullptr) taken_->Release();
  }
  StepIfLegal(const StepIfLegal&) = delete;
  StepIfLegal& operator=(const StepIfLegal&) = delete;
  explicit operator bool() const { return legal_; }

 private:
  bool legal_ = false;
  Lock* taken_ = nullptr;
};

}  // namespace

// What is freed may be too little, or of the wrong kind: an index where memory has run out. So it
// is tried again after each of the two ways to make room.
void* Collector::Allocate(const Class& type, const BirthOptions& options, Index& index,
                          WhenFull at_most) {
  if (!births.MayAllocate(type)) return nullptr;
  bool lacks_room = false;
  void* made = births.Allocate(type, options, index, lacks_room);
  if (!lacks_room) [[likely]]
    return made;
  for (const WhenFull way : {WhenFull::kFinishPurge, WhenFull::kCollect}) {
    if (way > std::min(at_most, births.when_full()) || !MakeRoom(way)) break;
    made = births.Allocate(type, options, index, lacks_room);
    if (!lacks_room) return made;
  }
  births.NoticeFull(births.tried());
  return made;
}

// Whether anything could be done, and notes what.
bool Collector::MakeRoom(WhenFull way) {
  births.Tried("nothing could be freed first: a constructor or a callback runs");
  if (population.activity.Calls() != 0 || population.Stopped()) return false;
  births.Tried("nothing could be freed first: no step may be taken beside a section of the lock");
  const StepIfLegal legal(population.sharing);
  if (!legal) return false;
  switch (way) {
    case WhenFull::kFinishPurge:
      births.Tried("what was doomed is freed; Heap::Collect, or WhenFull::kCollect, may free more");
      FinishDoomed();
      return true;
    case WhenFull::kCollect:
      births.Tried("no collection was run first: an object is under construction");
      if (!construction.pending().empty()) return false;
      births.Tried("a whole collection was run first");
      BeginStep();
      CollectAll(roots.mask());
      return true;
  }
  return false;
}

void Collector::FinishDoomed() {
  BeginStep();
  const StepScope scope(population.activity, Step::kTick);
  while (PurgeOrGatherPending() && !population.Stopped()) {
    if (Run(kUnlimited, {}, Only::kPurge) == 0) break;
  }
  if (!Pending() && !purger.waiting().empty()) {
    StartRound();
    Run(kUnlimited, {}, Only::kPurge);
  }
  purger.Wait();
}

void Collector::OutOfRoom(const char* call, const char* class_name) const {
  births.SayWhyFull(births.tried());
  const std::string what = std::string(call) + ", class " + class_name;
  Abort(Misuse{.sentence = "there must be memory and an index left; TryNew answers null instead "
                           "(see HeapOptions)",
               .where = GC_HERE,
               .what = what.c_str()});
}

}  // namespace GC_BUILD
}  // namespace gc
