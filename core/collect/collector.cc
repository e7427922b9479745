// core/collect/collector.cc -- a heap's machinery is taken from the pool, and goes back clean.

#include "core/collect/collector.h"

#include "core/base/pool.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Never destroyed: a heap with static storage may be dropped after everything else.
Pool<Collector>& Collectors() {
  static Pool<Collector>& pool = *new Pool<Collector>(64);
  return pool;
}

}  // namespace

std::unique_ptr<Collector> Collector::Open(const HeapOptions& options) {
  std::unique_ptr<Collector> collector = Collectors().Take();
  if (collector == nullptr) collector = std::make_unique<Collector>();
  collector->table.Open(options.max_objects, {.low = options.max_disregarded,
                                              .preallocate = options.preallocate,
                                              .reuse = options.reuse_indices});
  collector->memory.Open(options.max_bytes,
                         options.max_disregarded != 0 ? options.permanent_bytes : 0);
  collector->capacity = {.max_objects = options.max_objects,
                         .warn_at = options.warn_at_objects,
                         .dump_classes = options.dump_classes_when_full,
                         .notices = options.notices};
  collector->clusters.options = options.clusters;
  collector->locals = options.locals;
  collector->raw_allowed = options.raw_fields == RawFields::kAllow;
  collector->begin_in_slices = options.begin_in_slices;
  collector->eliminate = options.eliminate;
  collector->sharing.lock = options.lock;
  collector->sharing.on = options.lock != nullptr || options.workers > 1;
  if (options.workers > 1) {
    collector->workers = std::make_unique<Workers>(options.workers);
    collector->destroyer = std::make_unique<Destroyer>(*collector);
  }
#if TRICOLOUR_FAULTY
  collector->rules = RuleSwitch(options.faults);
#endif
  return collector;
}

// What was shaded while the heap was shared waits with the rest.
void Collector::ShareUnder(Lock* lock) {
  TakeShared();
  sharing.lock = lock;
  sharing.on = lock != nullptr || workers != nullptr;
}

void Collector::Close(std::unique_ptr<Collector> collector) {
  if (!kFaulty && collector->first_referencer != nullptr) {
    Abort(Misuse{.row = "S6.4, rule referencer-barrier",
                 .sentence = "a referencer must be gone before its heap is",
                 .where = GC_HERE,
                 .what = collector->first_referencer->name()});
  }
  GC_CHECK(*collector, collector->first_referencer == nullptr && collector->first_local == nullptr,
           Rule::kReferencerBarrier, kNoIndex,
           "referencers and locals must be gone before their heap is");
  GC_CHECK(*collector, collector->constructing.empty(), Rule::kEndNeedsEmpty, kNoIndex,
           "what is pending construction must be finished or given up before its heap is dropped");
  collector->destroyer.reset();  // and all that it was handed is gone (S12.18)
  collector->workers.reset();
  collector->phase = Phase::kIdle;
  collector->clusters.Recycle();
  collector->Listen();
  collector->EndAll();
  collector->Recycle();
  Collectors().Give(std::move(collector));
}

void Collector::Recycle() {
  sink = {};
  failure.reset();
  calling.Reset();
  asking = false;
  raw_class = nullptr;
  stepping = 0;
  object_count = 0;
  table.Recycle();
  memory.Recycle();
  marks = {};
  last_serial = 0;
  kept.Recycle();
  constructing.clear();
  naming.reset();
  authored.Recycle();
  clusters.Recycle();
  mask = object_flag::kNone;
  listeners.clear();
  identities.Recycle();
  disregard = {};
  capacity = {};
  first_referencer = last_referencer = nullptr;
  first_local = last_local = nullptr;
  sharing.on = false;
  sharing.lock = nullptr;
  sharing.barrier.Take([](Object*) {});
  phase = Phase::kIdle;
  flips = 0;
  units = 0;
  trace = {};
  gather = {};
  gc::Recycle(work);
  gc::Recycle(barrier);
  purge.stage = Stage::kNone;
  purge.next = 0;
  purge.freed = 0;
  gc::Recycle(purge.gathered);
  gc::Recycle(purge.batch);
  gc::Recycle(purge.finished);
  gc::Recycle(purge.waiting);
}

bool Collector::Fail(const Failure& what) {
#if TRICOLOUR_FAULTY
  if (!failure) failure = what;
  return false;
#else
  Object* const object =
      what.index != kNoIndex && what.index < table.End() ? table[what.index].Occupant() : nullptr;
  Abort(what, object != nullptr ? object->header().type->name : "no longer there");
#endif
}

}  // namespace GC_BUILD
}  // namespace gc
