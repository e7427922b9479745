// core/collect/roots.cc -- what is live by decree: roots, strong counts, referencers, locals.
//
// The flip asks who is a root. An object that becomes one later in the trace would be missed, so it
// is shaded when it does; an object that ceases to be one merely floats until the next cycle. The
// same goes for what a referencer reports when it registers.
//
// Upholds: root-barrier, strong-barrier, referencer-barrier.   Read next: core/collect/marker.cc.

#include <cxxabi.h>

#include <cstdlib>
#include <string>
#include <typeinfo>

#include "core/collect/asking.h"
#include "core/collect/collector.h"
#include "core/pointer/strong_ptr.h"

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

}  // namespace

void Collector::AddRoot(Object& object) {
  if (Stopped()) return;
  const Index index = object.header().index;
  if (!GC_CHECK(*this, IsLive(object) && !IsDoomed(EntryOf(object)), Rule::kUnreachableIsFinal,
                index, "a root must be an object of this heap that is not doomed")) {
    return;
  }
  Entry& entry = EntryOf(object);
  const TableLock lock(sharing);
  entry.flags.Set(flag::kRoot);
  kept.Add(index);
  Shade(&object, {Rule::kRootBarrier, Fault::kRootWithoutShading, GC_HERE});
}

void Collector::RemoveRoot(Object& object) {
  if (Stopped()) return;
  if (!GC_CHECK(*this, IsLive(object), Rule::kRootBarrier, object.header().index,
                "a root must be an object of this heap")) {
    return;
  }
  Entry& entry = EntryOf(object);
  const TableLock lock(sharing);
  entry.flags.Clear(flag::kRoot);
  if (!IsKept(entry)) kept.Remove(object.header().index);
}

// What another thread made, and kept by that, is from here on kept by those who refer to it.
void Collector::HandOver(Object& object) {
  if (Stopped()) return;
  if (!GC_CHECK(*this, IsLive(object), Rule::kRootBarrier, object.header().index,
                "what is handed over must be an object of this heap")) {
    return;
  }
  Entry& entry = EntryOf(object);
  const TableLock lock(sharing);
  entry.flags.Clear(flag::kAsync);
  if (!IsKept(entry)) kept.Remove(object.header().index);
}

void Collector::TakeStrong(Object& object) {
  if (Stopped()) return;
  const Index index = object.header().index;
  if (!GC_CHECK(*this, IsLive(object) && !IsDoomed(EntryOf(object)), Rule::kUnreachableIsFinal,
                index, "what a strong pointer holds must not be doomed")) {
    return;
  }
  Entry& entry = EntryOf(object);
  const TableLock lock(sharing);
  const std::uint32_t before = entry.strong.fetch_add(1, std::memory_order_relaxed);
  GC_CHECK(*this, before + 1 != 0, Rule::kStrongBarrier, index, "a strong count must not overflow");
  if (before != 0) return;
  kept.Add(index);
  Shade(&object, {Rule::kStrongBarrier, Fault::kCountWithoutShading, GC_HERE});
}

void Collector::DropStrong(Object& object) {
  if (Stopped()) return;
  const Index index = object.header().index;
  if (!GC_CHECK(*this, IsLive(object) && EntryOf(object).strong.load() != 0, Rule::kStrongBarrier,
                index, "a strong count must not fall below zero")) {
    return;
  }
  Entry& entry = EntryOf(object);
  const TableLock lock(sharing);
  const std::uint32_t before = entry.strong.fetch_sub(1, std::memory_order_relaxed);
  if (before == 1 && !IsKept(entry)) kept.Remove(index);
}

void TakeStrong(Object& object) { object.header().owner->TakeStrong(object); }
void DropStrong(Object& object) { object.header().owner->DropStrong(object); }

Referencer::Referencer(Heap& heap, Kind kind, const char* name)
    : owner_(heap.collector()), kind_(kind), name_(name) {}

// While referencers are asked somebody goes through their list; and another thread may change it in
// a section of the heap's lock only.
void Referencer::CheckMayChange() const {
  if (!owner_.asking && owner_.sharing.MayMutate()) return;
  Abort(Misuse{.row = "S6.3, rule referencer-barrier",
               .sentence = owner_.asking ? "a referencer comes or goes while referencers are asked"
                                         : "another thread registers referencers in a section only",
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
  since_ = owner_.flips;
  {
    const TableLock lock(owner_.sharing);
    previous_ = owner_.last_referencer;
    (previous_ != nullptr ? previous_->next_ : owner_.first_referencer) = this;
    owner_.last_referencer = this;
  }
  if (owner_.phase != Phase::kMarking) return;
  Reporter shade(
      [](void*, Object* target) {
        Shade(target, {Rule::kReferencerBarrier, Fault::kRegisterWithoutShading, GC_HERE});
      },
      nullptr);
  const Asking asking(owner_);
  Ask(shade);
}

void Referencer::Unregister() {
  if (!registered_) return;
  CheckMayChange();
  registered_ = false;
  const TableLock lock(owner_.sharing);
  (previous_ != nullptr ? previous_->next_ : owner_.first_referencer) = next_;
  (next_ != nullptr ? next_->previous_ : owner_.last_referencer) = previous_;
  next_ = nullptr;
  previous_ = nullptr;
}

LocalReference::LocalReference(Heap& heap, Object* to) : owner_(heap.collector()), to_(to) {
  GC_CHECK(owner_, owner_.locals != Locals::kDead, Rule::kWeakReadBarrier, kNoIndex,
           "a heap under dead-locals has no locals");
  const TableLock lock(owner_.sharing);
  previous_ = owner_.last_local;
  (previous_ != nullptr ? previous_->next_ : owner_.first_local) = this;
  owner_.last_local = this;
}

LocalReference::~LocalReference() {
  const TableLock lock(owner_.sharing);
  (previous_ != nullptr ? previous_->next_ : owner_.first_local) = next_;
  (next_ != nullptr ? next_->previous_ : owner_.last_local) = previous_;
}

}  // namespace GC_BUILD
}  // namespace gc
