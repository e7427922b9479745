// core/collect/capacity.cc -- notices when the table is nearly full, and room for a new object
// where there is none left.
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
//     marking        an older purge, if one is left  all of this cycle, and of one more
//     gather, purge  all that is doomed              the same, and then of one more cycle
//     nothing        nothing but what follows        the same, and then of one cycle
//
// What waits to finish, and is ready now, is freed by both, whatever is pending.
//
// A step is legal where nothing else uses the heap: outside of constructors and callbacks, on the
// collector's thread, and with no section of the heap's lock open. New does not wait for sections:
// it was called with none in mind, and the thread inside may wait for this one.
//
// Upholds: index-after-free, lock-excludes (no step outside the lock).
// Read next: core/collect/births.h.

#include "core/collect/capacity.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

void Capacity::Open(const HeapOptions& options) {
  max_objects_ = options.max_objects;
  dump_classes_ = options.dump_classes_when_full;
  notices_ = options.notices;
  warn_at_ = 0;
  if (notices_.say == nullptr) return;
  constexpr std::uint64_t kPercent = 85;
  warn_at_ = options.warn_at_objects != 0 ? options.warn_at_objects
                                          : static_cast<std::uint32_t>(Limit() * kPercent / 100);
}

// The object that was made has an index, and is not counted before it is registered.
CapacityNotice Capacity::NoticeOfBirth() {
  warn_at_ = 0;
  return {.kind = CapacityNoticeKind::kTableNearlyFull,
          .count = heap_.Count() + 1,
          .limit = Limit(),
          .setting = "HeapOptions::max_objects"};
}

std::optional<CapacityNotice> Capacity::NoticeOfFull(const char* tried) const {
  if (!heap_.table.IsFull()) return std::nullopt;
  return CapacityNotice{.kind = CapacityNoticeKind::kTableFull,
                        .count = heap_.Count(),
                        .limit = Limit(),
                        .setting = "HeapOptions::max_objects",
                        .tried = tried};
}

void Capacity::Say(const CapacityNotice& notice) const {
  if (notices_.say != nullptr) notices_.say(notices_.context, notice);
}

void Capacity::SayWhyFull(const char* tried) const {
  if (heap_.table.IsFull()) {
    std::fprintf(stderr, "gc: the table is full: %u objects of at most %u (max_objects is %u)\n",
                 heap_.Count(), Limit(), max_objects_);
  } else {
    std::fprintf(stderr, "gc: out of memory: %zu bytes in %u objects\n", memory_.bytes(),
                 heap_.Count());
  }
  std::fprintf(stderr, "gc: %s\n", tried);
  if (!dump_classes_) return;
  try {
    DumpClasses();
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "gc: there is no memory to count the objects of each class\n");
  }
}

void Capacity::DumpClasses() const {
  std::map<const char*, std::uint32_t> counts;
  for (const Index index : heap_.table.Indices()) {
    const Object* const object = heap_.table[index].Occupant();
    if (object != nullptr) counts[object->header().type->name] += 1;
  }
  std::vector<std::pair<std::uint32_t, std::string>> lines;
  for (const auto& [name, count] : counts) lines.emplace_back(count, name);
  std::sort(lines.rbegin(), lines.rend());
  for (const auto& [count, name] : lines) {
    std::fprintf(stderr, "gc: %10u %s\n", count, name.c_str());
  }
}

namespace {

// Holds the lock of a heap for a step that was not planned; or does not, as beside any section, and
// the step is not taken.
class StepIfLegal {
 public:
  explicit StepIfLegal(const Sharing& sharing) {
    if (sharing.MayStep()) {
      legal_ = true;
    } else if (sharing.IsHome() && sharing.lock()->TryAcquire()) {
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
void* Collector::AllocateWithCare(const Class& type, const BirthOptions& options, Index& index,
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
  if (HasWaiting(purger) && !population.Stopped()) {
    StartRound();
    Run(kUnlimited, {}, Only::kPurge);
  }
  purger.Wait();
}

// Without memory of its own, of which there may be none.
void Collector::OutOfRoom(const char* call, const char* class_name) const noexcept {
  births.SayWhyFull(births.tried());
  char what[300];
  std::snprintf(what, sizeof what, "%s, class %s", call, class_name);
  Abort(Misuse{.sentence = "there must be memory and an index left; TryNew answers null instead "
                           "(see HeapOptions)",
               .where = GC_HERE,
               .what = what});
}

}  // namespace GC_BUILD
}  // namespace gc
