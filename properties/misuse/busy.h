// properties/misuse/busy.h -- objects and referencers that do something while the collector waits
// for them, for mistakes at a time when nothing else may use the heap.
//
// Read next: properties/misuse/heap_misuses.cc, properties/misuse/step_misuses.cc.

#pragma once

#include <functional>
#include <utility>

#include "core/gc.h"

namespace properties::misuse {

// What is done in a callback of the collector or in a constructor, once.
inline std::function<void()> in_callback;

struct Busy : gc::Object {
  explicit Busy(const gc::Birth& birth, bool now = false) : Object(birth) {
    if (now) std::exchange(in_callback, nullptr)();
  }
  void BeginDestroy() noexcept {
    if (in_callback) std::exchange(in_callback, nullptr)();
  }
  static const gc::Class kClass;
};
inline const gc::Class Busy::kClass = gc::Describe<Busy>("Busy");

struct Shown : gc::Object {
  explicit Shown(const gc::Birth& birth) : Object(birth) {}
  void VisitReferences(const gc::SlotVisitor&) {
    if (in_callback) std::exchange(in_callback, nullptr)();
  }
  static const gc::Class kClass;
};
inline const gc::Reference kShownReferences[] = {gc::Reference::Shown<Shown>("shown")};
inline const gc::Class Shown::kClass = gc::Describe<Shown>("Shown", kShownReferences);

struct Asked : gc::Referencer {
  explicit Asked(gc::Heap& heap) : Referencer(heap, Kind::kRaw, "asked one") { Register(); }
  ~Asked() { Unregister(); }
  void Report(gc::Reporter&) const override {
    if (in_callback) std::exchange(in_callback, nullptr)();
  }
};

}  // namespace properties::misuse
