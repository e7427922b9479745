// core/pointer/scope_guard.h -- keeps objects alive for the length of a block.
//
// A pointer on the stack keeps nothing alive, but a block may have to survive steps of the
// collector: it waits, or calls a function that ticks. A guard is a referencer for the length of
// one block.
//
//     const gc::ScopeGuard guard(heap, door);
//     heap.Collect();                            // door is still there
//
// Upholds: referencer-barrier.   Read next: core/pointer/referencer.h.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/pointer/referencer.h"

namespace gc {
inline namespace GC_BUILD {

template <class T>
class ScopeGuard {
 public:
  ScopeGuard(Heap& heap, T* object) : held_(heap) {
    held_.objects.push_back(object);
    held_.Register();
  }
  ScopeGuard(Heap& heap, std::span<T* const> objects) : held_(heap) {
    for (T* const object : objects) held_.objects.push_back(object);
    held_.Register();
  }
  ScopeGuard(const ScopeGuard&) = delete;
  ScopeGuard& operator=(const ScopeGuard&) = delete;

  std::size_t size() const { return held_.objects.size(); }
  T* operator[](std::size_t i) const { return held_.objects[i].Get(); }

 private:
  struct Held final : Referencer {
    explicit Held(Heap& heap) : Referencer(heap, Kind::kWrapper, "scope guard") {}
    ~Held() override { Unregister(); }
    void Report(Reporter& to) const override { to(std::span(objects)); }
    std::vector<ObjectPtr<T>> objects;
  };
  Held held_;
};

}  // namespace GC_BUILD
}  // namespace gc
