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
#include "core/population/requirement.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

std::string TypeNameOf(const std::type_info& type) {
  char* const readable = abi::__cxa_demangle(type.name(), nullptr, nullptr, nullptr);
  std::string name = readable != nullptr ? readable : type.name();
  std::free(readable);
  return name;
}

// What `call` must be given: an object of the heap; or one that is not doomed either.
Requirement Ours(const char* call, const char* sentence, const char* where) {
  return {.call = call, .sentence = sentence, .where = where, .rule = Rule::kRootBarrier};
}
Requirement Undoomed(const char* call, const char* sentence, const char* where) {
  return {.call = call,
          .sentence = sentence,
          .where = where,
          .doomed = Requirement::Doomed::kForbidden};
}

// Flags within the mask only.
bool AreWithin(Population& heap, const Object& object, std::uint32_t flags, std::uint32_t mask,
               const char* sentence, const char* where) {
  return (flags & ~mask) == 0 || heap.Fail({.rule = Rule::kRootBarrier,
                                            .index = object.header().index,
                                            .sentence = sentence,
                                            .where = where});
}

}  // namespace

void Heap::AddRoot(Object* object, [[maybe_unused]] std::source_location where) {
  const Use use(collector_->population, "AddRoot");
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (!Fits(heap, object,
            Undoomed("AddRoot", "a root must be an object of this heap that is not doomed",
                     GC_HERE))) {
    return;
  }
  const TableLock lock(heap.sharing);
  if constexpr (kUseChecked) collector_->roots.NoteRooted(*object, where);
  collector_->roots.Keep(*object, flag::kRoot);
  Shade(object, {Rule::kRootBarrier, Fault::kRootWithoutShading, GC_HERE});
}

void Heap::RemoveRoot(Object* object) {
  const Use use(collector_->population, "RemoveRoot");
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (!Fits(heap, object, Ours("RemoveRoot", "a root must be an object of this heap", GC_HERE))) {
    return;
  }
  const TableLock lock(heap.sharing);
  collector_->roots.LetGo(*object, flag::kRoot);
}

bool Heap::IsRoot(const Object* object) const {
  const Use use(collector_->population, "IsRoot");
  const Population& heap = collector_->population;
  return object != nullptr && heap.IsLive(*object) && heap.EntryOf(*object).flags.Has(flag::kRoot);
}

// The object lost its flag kAsync, so from here on references keep it, or nothing does.
void Heap::HandOver(Object* object) {
  const Use use(collector_->population, "HandOver");
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (!Fits(heap, object,
            Ours("HandOver", "what is handed over must be an object of this heap", GC_HERE))) {
    return;
  }
  const TableLock lock(heap.sharing);
  collector_->roots.LetGo(*object, flag::kAsync);
}

void Heap::SetKeepFlags(Object* object, FlagWord flags) {
  const Use use(collector_->population, "SetKeepFlags");
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (!Fits(heap, object,
            Undoomed("SetKeepFlags",
                     "what is given a keep flag must be an object of this heap, and not doomed",
                     GC_HERE)) ||
      !AreWithin(heap, *object, flags, flag::kKeep, "only keep flags may be set by hand",
                 GC_HERE)) {
    return;
  }
  const TableLock lock(heap.sharing);
  collector_->roots.Keep(*object, flags);
  Shade(object, {Rule::kRootBarrier, Fault::kKeepWithoutShading, GC_HERE});
}

void Heap::ClearKeepFlags(Object* object, FlagWord flags) {
  const Use use(collector_->population, "ClearKeepFlags");
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (!Fits(heap, object,
            Ours("ClearKeepFlags", "a keep flag is cleared on an object of this heap", GC_HERE)) ||
      !AreWithin(heap, *object, flags, flag::kKeep, "only keep flags may be cleared by hand",
                 GC_HERE)) {
    return;
  }
  const TableLock lock(heap.sharing);
  collector_->roots.LetGo(*object, flags);
}

void Heap::SetFlags(Object* object, ObjectFlags flags) {
  const Use use(collector_->population, "SetFlags");
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (Fits(heap, object, Ours("SetFlags", "flags are set on an object of this heap", GC_HERE)) &&
      AreWithin(heap, *object, flags, object_flag::kAuthor,
                "only the author's flags may be set by hand", GC_HERE)) {
    collector_->roots.SetFlags(*object, flags);
  }
}

void Heap::ClearFlags(Object* object, ObjectFlags flags) {
  const Use use(collector_->population, "ClearFlags");
  Population& heap = collector_->population;
  if (heap.Stopped()) return;
  if (Fits(heap, object,
           Ours("ClearFlags", "flags are cleared on an object of this heap", GC_HERE)) &&
      AreWithin(heap, *object, flags, object_flag::kAuthor,
                "only the author's flags may be cleared by hand", GC_HERE)) {
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
  const Use use(owner_.population, "Local");
  owner_.outside.Add(*this);
}

LocalReference::~LocalReference() {
  const Use use(owner_.population, "~Local");
  owner_.outside.Remove(*this);
}

}  // namespace GC_BUILD
}  // namespace gc
