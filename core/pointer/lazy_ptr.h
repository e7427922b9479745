// core/pointer/lazy_ptr.h -- a reference that is a path until the object is first needed.
//
// It has the size of a pointer. Until it is resolved, its lowest bit is set and the rest is the
// address of a path. The collector must not follow that, so the field shows its slot only once it
// is resolved. The first Get loads the object, and from then on the handle keeps it like an
// ObjectPtr.
//
// Get is a store that looks like a read: the holder may be black, and the object that the resolver
// returns may be white. So the handle shades it (handle-barrier).
//
// The resolver sees each handle once, when it is resolved; so it can record what content needs.
//
// Upholds: handle-barrier, insertion-barrier, move-barrier.   Read next: core/pointer/path.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/object/slot.h"
#include "core/pointer/barrier.h"
#include "core/pointer/path.h"
#include "core/pointer/validity.h"

namespace gc {
inline namespace GC_BUILD {

template <class T = Object>
class LazyPtr : private ObjectSlot {
 public:
  LazyPtr() = default;
  LazyPtr(std::nullptr_t) {}
  LazyPtr(T* to) : ObjectSlot(to) { Stored(); }
  explicit LazyPtr(const Path& path) : ObjectSlot(Unresolved(path)) {}
  LazyPtr(const LazyPtr& other) : ObjectSlot(other.value_) { Stored(); }
  LazyPtr(LazyPtr&& other) noexcept : ObjectSlot(std::exchange(other.value_, nullptr)) { Moved(); }
  ~LazyPtr() = default;

  LazyPtr& operator=(const LazyPtr& other) {
    value_ = other.value_;
    Stored();
    return *this;
  }
  LazyPtr& operator=(LazyPtr&& other) noexcept {
    if (this == &other) return *this;
    value_ = std::exchange(other.value_, nullptr);
    Moved();
    return *this;
  }
  void Reset() { value_ = nullptr; }

  bool IsNull() const { return value_ == nullptr; }
  bool IsResolved() const { return (Bits() & kUnresolved) == 0; }
  // The path while unresolved; null once it is resolved.
  const Path* path() const {
    return IsResolved() ? nullptr : reinterpret_cast<const Path*>(Bits() - kUnresolved);
  }

  // The object, loaded if it was not. Null if there is nothing to load; then the next Get tries
  // again.
  T* Get() const {
    if (!IsResolved()) [[unlikely]]
      Resolve();
    return IsResolved() ? static_cast<T*>(value_) : nullptr;
  }
  T* operator->() const { return Get(); }
  T& operator*() const { return *Get(); }

  void Visit(const SlotVisitor& visit) const {
    if (IsResolved()) visit(const_cast<ObjectSlot&>(static_cast<const ObjectSlot&>(*this)));
  }

 private:
  static constexpr std::uintptr_t kUnresolved = 1;
  static_assert(alignof(Object) > kUnresolved && alignof(Path) > kUnresolved);

  static Object* Unresolved(const Path& path) {
    return reinterpret_cast<Object*>(reinterpret_cast<std::uintptr_t>(&path) + kUnresolved);
  }
  std::uintptr_t Bits() const { return reinterpret_cast<std::uintptr_t>(value_); }
  void Resolve() const {
    const Path& named = *path();
    Object* const loaded = named.resolver.Load(named.text, WantedClass<T>());
    if (!IsValid(loaded)) return;
    value_ = loaded;
    gc::Stored(this, value_, {Rule::kHandleBarrier, Fault::kResolveWithoutShading, GC_HERE});
  }
  void Stored() {
    if (!IsResolved()) return;
    Shade(value_, {Rule::kInsertionBarrier, Fault::kStoreWithoutShading, GC_HERE});
  }
  void Moved() {
    if (IsResolved()) Shade(value_, {Rule::kMoveBarrier, Fault::kMoveIsFree, GC_HERE});
  }
};
static_assert(sizeof(LazyPtr<>) == sizeof(void*));

template <class T>
struct References<LazyPtr<T>> {
  static void Visit(const LazyPtr<T>& lazy, const SlotVisitor& visit) { lazy.Visit(visit); }
  static void Contribute(Entries& entries, std::int64_t at) { entries.Tagged(at); }
};

}  // namespace GC_BUILD
}  // namespace gc
