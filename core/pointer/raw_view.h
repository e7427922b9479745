// core/pointer/raw_view.h -- where code that knows nothing of the collector meets the wrappers.
//
// Older code takes plain pointers, and pointers to them. A view lends it some for the length of one
// expression; when the view ends, whatever stands there is stored back as any wrapper would, with
// the barrier. A view that outlives its expression is a mistake: what was put into it keeps nothing
// alive, and the wrapper does not know of it yet.
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

// Specialised for what can be viewed.
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

// The barrier for a reference that is stored where no wrapper is: in a cell of another virtual
// machine. Its gate is a second one; this is where it is asked.
inline void NoteForeignStore(Object* target) {
  Shade(target, {Rule::kReferencerBarrier, Fault::kRegisterWithoutShading, GC_HERE});
}

}  // namespace GC_BUILD
}  // namespace gc
