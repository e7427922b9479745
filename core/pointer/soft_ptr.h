// core/pointer/soft_ptr.h -- a reference by path, to an object that need not be loaded.
//
// It keeps nothing alive, and loads the object only if asked to. It remembers weakly the object
// that the path led to last, so that reading it again costs a weak read. When that object is gone,
// the path is looked up again, and leads to the object that has the name now.
//
// Upholds: weak-read-barrier, doomed-is-hidden (of the weak reference it remembers).
// Read next: core/pointer/lazy_ptr.h.

#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "core/pointer/path.h"
#include "core/pointer/weak_ptr.h"

namespace gc {
inline namespace GC_BUILD {

template <class T = Object>
class SoftPtr {
 public:
  SoftPtr() = default;
  SoftPtr(std::nullptr_t) {}
  explicit SoftPtr(const Path& path) : path_(&path) {}

  bool IsNull() const { return path_ == nullptr; }
  // Whether the path names an object that is not loaded.
  bool IsPending() const { return !IsNull() && Get() == nullptr; }
  std::string_view path() const { return IsNull() ? std::string_view{} : path_->text; }
  void Reset() { *this = {}; }

  // The object if it is loaded, else null. While marking, the object is shaded.
  T* Get() const {
    if (IsNull()) return nullptr;
    if (Object* const known = last_.Read()) return static_cast<T*>(known);
    return Remembered(path_->resolver.Find(path_->text, WantedClass<T>()));
  }
  // The same, but loads the object if it is not loaded.
  T* Load() const {
    if (T* const loaded = Get()) return loaded;
    return IsNull() ? nullptr : Remembered(path_->resolver.Load(path_->text, WantedClass<T>()));
  }

  // Equal if the paths are equal, whether loaded or not; so soft pointers can be keys.
  friend bool operator==(const SoftPtr& a, const SoftPtr& b) { return a.path() == b.path(); }
  std::size_t Hash() const { return std::hash<std::string_view>{}(path()); }

 private:
  T* Remembered(Object* found) const {
    last_ = WeakReference(found);
    return static_cast<T*>(last_.Read());
  }

  const Path* path_ = nullptr;
  mutable WeakReference last_;
};

}  // namespace GC_BUILD
}  // namespace gc

template <class T>
struct std::hash<gc::SoftPtr<T>> {
  std::size_t operator()(const gc::SoftPtr<T>& soft) const { return soft.Hash(); }
};
