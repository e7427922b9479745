// core/heap/heap.cc -- a heap is made and dropped; an object's constructor runs.
//
// The other functions of Heap stand by topic in roots.cc, construction.cc, objects.cc, clusters.cc,
// garbage.cc, checked_store.cc and steps.cc.

#include "core/heap/heap.h"

#include "core/base/lock.h"
#include "core/collect/collector.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

Heap::Heap(const HeapOptions& options) : collector_(Collector::Open(options)) {}
Heap::~Heap() { Collector::Close(collector_); }

namespace {

// Under a lock MayMake looks, in every build, and names the class too.
const Activity* EnterNew([[maybe_unused]] const Population& heap) {
  if constexpr (kUseChecked) {
    if (heap.sharing.lock() == nullptr) return Use::EnterHeap(heap, "New");
  }
  return nullptr;
}

}  // namespace

Heap::Construction::Construction(Collector& of, const Class& type, const BirthOptions& options)
    : owner(of),
      use(EnterNew(of.population)),
      memory(Allocate(of, type, options, index)),
      birth({.type = &type,
             .index = index,
             .flags = options.flags,
             .around = of.memory.AroundOf(memory, type, options.tail)},
            of) {
  owner.population.activity.EnterCall();
}
Heap::Construction::Construction(Collector& of, const Class& type)
    : owner(of), use(EnterNew(of.population)), birth(type, of) {
  const Births::AtHand made = of.births.MakeAtHand(type);
  if (made.memory != nullptr) [[likely]] {
    birth.header_.index = index = made.index;
    birth.header_.mark = made.mark;
    birth.registered_ = static_cast<std::byte*>(made.memory) + type.object_offset;
    memory = made.memory;
    of.population.activity.EnterCallAlone();
    return;
  }
  memory = Allocate(of, type, {}, index);
  birth.header_.index = index;
  birth.header_.around = of.memory.AroundOf(memory, type, 0);
  of.population.activity.EnterCall();
}
Heap::Construction::~Construction() {
  if (memory != nullptr && !goes_on) owner.construction.End(index);
  owner.population.activity.LeaveCall();
  if constexpr (kUseChecked) Use::LeaveHeap(use);
}

// The place in the list of what is under construction is taken first: afterwards there is an
// object.
void* Heap::Construction::Allocate(Collector& of, const Class& type, const BirthOptions& options,
                                   Index& index) {
  if (!options.in_two_parts) return of.Allocate(type, options, index, WhenFull::kCollect);
  if (!of.construction.Promise()) return nullptr;
  void* const made = of.Allocate(type, options, index, WhenFull::kCollect);
  if (made == nullptr) of.construction.TakeBack();
  return made;
}

void Heap::Construction::GoOn(Object& object) {
  goes_on = true;
  owner.construction.Begin(object);
}

void Heap::OutOfRoom(const char* class_name) const {
  collector_->OutOfRoom("Heap::New", class_name);
}

// The destroyer reads which lock there is, so it is at work neither before the change nor after it.
// Objects that other threads shaded while the heap was shared are moved to the barrier list.
void Heap::ShareUnder(Lock* lock) {
  collector_->purger.Wait();
  collector_->wavefront.TakeShared();
  collector_->wavefront.Settle();
  collector_->population.sharing.ShareUnder(lock);
}

namespace {

// Keeps the sections of other threads out, if there are such threads and the caller does not do so
// already: their barriers and births read what is changed.
class Alone {
 public:
  explicit Alone(Lock* lock) : lock_(lock != nullptr && !lock->IsLocked() ? lock : nullptr) {
    if (lock_ != nullptr) lock_->Acquire();
  }
  ~Alone() {
    if (lock_ != nullptr) lock_->Release();
  }
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;

 private:
  Lock* const lock_;
};

}  // namespace

// Before the help ends, the destroyer is waited for, since it takes no table lock of a heap that is
// not shared; and what mutators have shaded is moved to the list of a heap that is not shared.
void Heap::Change(const HeapOptions& options) {
  Collector& collector = *collector_;
  if (!collector.population.sharing.IsHome()) {
    Abort(Misuse{.rule = Rule::kLockExcludes,
                 .sentence = "only the collector's thread changes the options of a heap",
                 .where = GC_HERE});
  }
  const Alone alone(collector.population.sharing.lock());
  collector.wavefront.Settle();
  if (!options.parallel) {
    collector.purger.Wait();
    collector.wavefront.TakeShared();
  }
  collector.population.sharing.SetHelped(options.parallel);
  collector.purger.SetHelped(collector.population.sharing.workers() != nullptr &&
                             options.destroy_off_thread);
  collector.gatherer.SetFewest(options.task_objects);
  collector.marker.scanner().SetFewest(options.task_objects);
  collector.marker.scanner().SetNaming(options.names_in_trace);
  collector.elimination.Choose(options.eliminate);
  collector.births.raw_fields().SetPolicy(options.raw_fields);
  SetClusterOptions(options.clusters);
}

void Heap::SetEventSink(EventSink sink) { collector_->population.reports.SetSink(sink); }

const Failure* Heap::failure() const {
  const std::optional<Failure>& first = collector_->population.reports.failure();
  return first ? &*first : nullptr;
}

void Heap::ObeyAll([[maybe_unused]] bool all) {
#if TRICOLOUR_FAULTY
  collector_->population.reports.ObeyAll(all);
#endif
}

}  // namespace GC_BUILD
}  // namespace gc
