// core/collect/collector.cc -- a heap's machinery is taken from the pool, and goes back clean.

#include "core/collect/collector.h"

#include <mutex>
#include <utility>
#include <vector>

#include "core/base/guarded.h"
#include "core/base/pool.h"
#include "core/population/stall.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// The pool is never destroyed: a heap with static storage may be dropped after everything else.
Pool<Collector>& Collectors() {
  // Where addresses are watched none is kept, so that a weak reference which outlives its heap is
  // found, and does not ask the next heap.
  static Pool<Collector>& pool = *new Pool<Collector>(kAddressesWatched ? 0 : 64);
  return pool;
}

thread_local constinit Stall* stall = nullptr;

// Keeps machinery that serves no further heap, so that none is made at its address.
void KeepForEver(std::unique_ptr<Collector> collector) {
  struct Kept {
    Mutex mutex;
    Guarded<std::vector<std::unique_ptr<Collector>>> collectors{mutex};
  };
  static Kept& kept = *new Kept;
  const std::lock_guard lock(kept.mutex);
  kept.collectors->push_back(std::move(collector));
}

}  // namespace

Stall::Stall() = default;
Stall::~Stall() = default;
Stall::Use::Use(Stall& of) : outer_(std::exchange(stall, &of)) {}
Stall::Use::~Use() { stall = outer_; }

std::unique_ptr<Collector> Collector::Open(const HeapOptions& options) {
  std::unique_ptr<Collector> collector =
      stall != nullptr ? std::move(stall->kept_) : Collectors().Take();
  if (collector == nullptr) collector = std::make_unique<Collector>();
  Population& heap = collector->population;
  heap.table.Open(options.max_objects, {.low = options.max_disregarded,
                                        .preallocate = options.preallocate,
                                        .reuse = options.reuse_indices});
  heap.sharing.Open(options.lock, options.workers, options.parallel);
#if TRICOLOUR_FAULTY
  heap.reports.SetRules(RuleSwitch(options.faults));
#endif
  collector->memory.Open(*collector, options.max_bytes,
                         options.max_disregarded != 0 ? options.permanent_bytes : 0,
                         &collector->wavefront.stored());
  collector->wavefront.Open(options.deferred_stores);
  collector->elimination.Open(options.eliminate);
  collector->outside.Open(options.locals);
  collector->clusters.maker().Open(options.clusters);
  collector->births.Open(options);
  collector->gatherer.SetFewest(options.task_objects);
  collector->marker.scanner().SetFewest(options.task_objects);
  collector->marker.scanner().SetNaming(options.names_in_trace);
  collector->purger.Open(options.begin_in_slices, options.shuffle_purge);
  collector->purger.SetHelped(heap.sharing.workers() != nullptr && options.destroy_off_thread);
  return collector;
}

namespace {

// A heap is not dropped in the middle of its own work, nor while a strong pointer counts on it or a
// section of another thread has indices of it: what ends later would change memory that is
// another's.
void MustBeDroppable(const Collector& collector) {
  const Population& heap = collector.population;
  if (heap.activity.Stepping() || heap.activity.Calls() != 0) {
    Abort(Misuse{.rule = Rule::kScanIsAtomic,
                 .sentence = "a heap must not be dropped in a constructor or a callback of its own",
                 .where = GC_HERE});
  }
  if (collector.births.loans().IsAnyOut()) {
    Abort(Misuse{.rule = Rule::kLockExcludes,
                 .sentence = "a heap must not be dropped beside a section in which another thread "
                             "makes objects of it",
                 .where = GC_HERE});
  }
  collector.roots.ForEachKept([&heap](const Object& object) {
    if (heap.EntryOf(object).strong.load(std::memory_order_relaxed) == 0) return;
    Abort(Misuse{.rule = Rule::kStrongBarrier,
                 .sentence = "strong pointers must be gone before their heap is",
                 .where = GC_HERE,
                 .what = object.header().type->name});
  });
}

}  // namespace

void Collector::Close(std::unique_ptr<Collector>& collector) {
  Population& heap = collector->population;
  const Referencer* const left = collector->outside.FirstReferencer();
  if (!kFaulty && left != nullptr) {
    Abort(Misuse{.rule = Rule::kReferencerBarrier,
                 .sentence = "a referencer must be gone before its heap is: unregister it",
                 .where = GC_HERE,
                 .what = left->name()});
  }
  GC_CHECK(heap, collector->outside.Empty(), Rule::kReferencerBarrier, kNoIndex,
           "referencers and locals must be gone before their heap is");
  GC_CHECK(heap, collector->construction.pending().empty(), Rule::kEndNeedsEmpty, kNoIndex,
           "what is pending construction must be finished or given up before its heap is dropped");
  if (!kFaulty) MustBeDroppable(*collector);
  collector->purger.Close();
  heap.colours.Enter(Phase::kIdle);
  collector->clusters.Recycle();
  heap.reports.SetSink({});
  heap.activity.EnterStep();
  if (heap.names() != nullptr) heap.names()->ForgetAll();
  collector->purger.EndAll();
  collector->Recycle();
  if (collector->serials.IsUsedUp()) {
    KeepForEver(std::move(collector));
  } else if (stall != nullptr) {
    stall->kept_ = std::move(collector);
  } else {
    Collectors().Give(std::move(collector));
  }
}

// All but the clusters, which ended before the objects did.
void Collector::Recycle() {
  births.Recycle();
  construction.Recycle();
  gatherer.Recycle();
  marker.Recycle();
  outside.Recycle();
  purger.Recycle();
  roots.Recycle();
  serials.Recycle();
  wavefront.Recycle();
  memory.Recycle();
  population.Recycle();
}

}  // namespace GC_BUILD
}  // namespace gc
