// core/pointer/raw_view.h -- lends plain pointers to code that does not know the wrappers.
//
// Older code takes plain pointers, and pointers to them. A view lends it plain pointers for the
// length of one expression. When the view ends, it stores their values back into the wrappers,
// through the barrier. A view must not outlive its expression: until it ends, a reference that was
// put into it keeps nothing alive, and the wrapper does not hold it yet.
//
//     OldCode(*gc::RawView(door->room));            // void OldCode(Room*&)
//     OldSort(*gc::RawView(world->actors));         // void OldSort(std::vector<Actor*>&)
//
// Upholds: insertion-barrier (through the wrappers).   Read next: core/pointer/container.h.

#pragma once

#include <utility>
#include <vector>

#include "core/pointer/barrier.h"
#include "core/pointer/container.h"
#include "core/pointer/object_ptr.h"

namespace gc {
inline namespace GC_BUILD {

template <class T>
T* ToRaw(const ObjectPtr<T>& wrapper) {
  return wrapper.Get();
}

// Specialised for each type that can be viewed.
template <class Wrapper>
class RawView;

template <class T>
class RawView<ObjectPtr<T>> {
 public:
  explicit RawView(ObjectPtr<T>& of) : of_(of), raw_(of.Get()) {}
  ~RawView() { of_ = raw_; }
  RawView(const RawView&) = delete;
  RawView& operator=(const RawView&) = delete;

  T*& operator*() { return raw_; }

 private:
  ObjectPtr<T>& of_;
  T* raw_;
};

template <class T>
class RawView<Vector<T>> {
 public:
  explicit RawView(Vector<T>& of) : of_(of) {
    raw_.reserve(of.size());
    for (const ObjectPtr<T>& element : *of) raw_.push_back(element.Get());
  }
  ~RawView() { of_.assign(raw_.begin(), raw_.end()); }
  RawView(const RawView&) = delete;
  RawView& operator=(const RawView&) = delete;

  std::vector<T*>& operator*() { return raw_; }

 private:
  Vector<T>& of_;
  std::vector<T*> raw_;
};

template <class Wrapper>
RawView(Wrapper&) -> RawView<Wrapper>;

// The barrier for a reference that is stored outside of any wrapper, as in a cell of another
// virtual machine (S5.9). Such code calls it after each store.
inline void NoteForeignStore(Object* target) {
  Shade(target, {Rule::kReferencerBarrier, Fault::kRegisterWithoutShading, GC_HERE});
}

}  // namespace GC_BUILD
}  // namespace gc
