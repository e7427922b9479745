// core/testing/meets.h -- an object whose callback two workers are to be in at once, for tests.

#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include "core/gc.h"

namespace gc {

// Shows one object; until two threads were in here at a time, it waits for the other for a moment.
struct Meets : Object {
  explicit Meets(const Birth& birth) : Object(birth) {}
  void VisitReferences(const SlotVisitor& visit) {
    inside += 1;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
    while (!met && std::chrono::steady_clock::now() < end) {
      if (inside >= 2) met = true;
      std::this_thread::yield();
    }
    inside -= 1;
    visit(to);
  }
  ObjectPtr<Object> to;
  static inline std::atomic<int> inside = 0;
  static inline std::atomic<bool> met = false;
  static const Class kClass;
};
inline const Reference kMeetsReferences[] = {Reference::Shown<Meets>("shown")};
inline const Class Meets::kClass = Describe<Meets>("Meets", kMeetsReferences);

}  // namespace gc
