// core/heap/roots.cc -- roots, keep flags, strong counts, referencers and locals come and go.
//
// The flip asks which objects are roots. An object that becomes a root later in marking would be
// missed, so it is shaded at that moment; an object that ceases to be one floats until the next
// cycle. The same holds for keep flags, and for what a referencer reports when it registers. A flag
// of the author does not shade: masks are read when a call starts or completes a marking, never in
// between.
//
// Upholds: root-barrier, keep-flags-are-roots, referencer-barrier.
// Read next: core/collect/root_set.h, core/collect/external_references.h.

#include <cxxabi.h>

#include <cstdlib>
#include <string>
#include <typeinfo>

#include "core/collect/collector.h"
#include "core/heap/heap.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

std::string TypeNameOf(const std::type_info& type) {
  int status = 0;
  char* const readable = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string name = status == 0 ? readable : type.name();
  std::free(readable);
  return name;
}

bool IsLiveAndNotDoomed(const Population& heap, const Object& object) {
  return heap.IsLive(object) && !heap.IsDoomed(heap.EntryOf(object));
}

}  // namespace

void Heap::AddRoot(Object* object) {
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (!GC_CHECK(heap, IsLiveAndNotDoomed(heap, *object), Rule::kUnreachableIsFinal,
                object->header().index,
                "a root must be an object of this heap that is not doomed")) {
    return;
  }
  const TableLock lock(heap.sharing);
  collector_->roots.Keep(*object, flag::kRoot);
  Shade(object, {Rule::kRootBarrier, Fault::kRootWithoutShading, GC_HERE});
}

void Heap::RemoveRoot(Object* object) {
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (!GC_CHECK(heap, heap.IsLive(*object), Rule::kRootBarrier, object->header().index,
                "a root must be an object of this heap")) {
    return;
  }
  const TableLock lock(heap.sharing);
  collector_->roots.LetGo(*object, flag::kRoot);
}

bool Heap::IsRoot(const Object* object) const {
  const Population& heap = collector_->population;
  return heap.IsLive(*object) && heap.EntryOf(*object).flags.Has(flag::kRoot);
}

// The object lost its flag kAsync, so from here on references keep it, or nothing does.
void Heap::HandOver(Object* object) {
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (!GC_CHECK(heap, heap.IsLive(*object), Rule::kRootBarrier, object->header().index,
                "what is handed over must be an object of this heap")) {
    return;
  }
  const TableLock lock(heap.sharing);
  collector_->roots.LetGo(*object, flag::kAsync);
}

void Heap::SetKeepFlags(Object* object, FlagWord flags) {
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  const Index index = object->header().index;
  if (!GC_CHECK(heap, IsLiveAndNotDoomed(heap, *object), Rule::kUnreachableIsFinal, index,
                "what is given a keep flag must be an object of this heap, and not doomed") ||
      !GC_CHECK(heap, (flags & ~flag::kKeep) == 0, Rule::kRootBarrier, index,
                "only keep flags may be set by hand")) {
    return;
  }
  const TableLock lock(heap.sharing);
  collector_->roots.Keep(*object, flags);
  Shade(object, {Rule::kRootBarrier, Fault::kKeepWithoutShading, GC_HERE});
}

void Heap::ClearKeepFlags(Object* object, FlagWord flags) {
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  const Index index = object->header().index;
  if (!GC_CHECK(heap, heap.IsLive(*object), Rule::kRootBarrier, index,
                "a keep flag is cleared on an object of this heap") ||
      !GC_CHECK(heap, (flags & ~flag::kKeep) == 0, Rule::kRootBarrier, index,
                "only keep flags may be cleared by hand")) {
    return;
  }
  const TableLock lock(heap.sharing);
  collector_->roots.LetGo(*object, flags);
}

void Heap::SetFlags(Object* object, ObjectFlags flags) {
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (GC_CHECK(heap, heap.IsLive(*object) && (flags & ~object_flag::kAuthor) == 0,
               Rule::kRootBarrier, object->header().index,
               "the author's flags are set, and on an object of this heap")) {
    collector_->roots.SetFlags(*object, flags);
  }
}

void Heap::ClearFlags(Object* object, ObjectFlags flags) {
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (GC_CHECK(heap, heap.IsLive(*object) && (flags & ~object_flag::kAuthor) == 0,
               Rule::kRootBarrier, object->header().index,
               "the author's flags are cleared, and on an object of this heap")) {
    collector_->roots.ClearFlags(*object, flags);
  }
}

Referencer::Referencer(Heap& heap, Kind kind, const char* name)
    : owner_(heap.collector()), kind_(kind), name_(name) {}

// Refuses a change of the list of referencers while the collector walks it to ask them, and on
// another thread outside of a section of the heap's lock.
void Referencer::CheckMayChange() const {
  const bool asking = owner_.outside.IsAsking();
  if (!asking && owner_.population.sharing.MayMutate()) return;
  Abort(Misuse{.rule = Rule::kReferencerBarrier,
               .sentence = asking ? "a referencer comes or goes while referencers are asked"
                                  : "another thread must register referencers in a section",
               .where = GC_HERE,
               .what = name()});
}

void Referencer::Register() {
  if (registered_) return;
  if (name_ == nullptr || *name_ == '\0') {
    type_name_ = TypeNameOf(typeid(*this));
    name_ = type_name_.c_str();
  }
  CheckMayChange();
  registered_ = true;
  since_ = owner_.marker.flips();
  owner_.outside.Add(*this);
  if (owner_.population.phase() != Phase::kMarking) return;
  Reporter shade(
      [](void*, Object* target) {
        Shade(target, {Rule::kReferencerBarrier, Fault::kRegisterWithoutShading, GC_HERE});
      },
      nullptr);
  owner_.outside.Ask(*this, shade);
}

void Referencer::Unregister() {
  if (!registered_) return;
  CheckMayChange();
  registered_ = false;
  owner_.outside.Remove(*this);
}

LocalReference::LocalReference(Heap& heap, Object* to) : owner_(heap.collector()), to_(to) {
  GC_CHECK(owner_.population, owner_.outside.discipline() != Locals::kDead, Rule::kWeakReadBarrier,
           kNoIndex, "a heap under dead-locals has no locals");
  owner_.outside.Add(*this);
}

LocalReference::~LocalReference() { owner_.outside.Remove(*this); }

}  // namespace GC_BUILD
}  // namespace gc
