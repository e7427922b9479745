// core/object/finishing.h -- which object finishes on this thread.
//
// While an object finishes, it must use no other one (S12.5). Only a checked build asks, so only a
// checked build writes it down.
//
// Read next: core/pointer/touch.h.

#pragma once

#include "core/base/build.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

// The object whose finish-destroy runs on this thread, or null. Always null without checks.
inline thread_local const Object* finishing_object = nullptr;

// Marks that an object's finish-destroy runs.
class Finishing {
 public:
  explicit Finishing(const Object& object) {
    if constexpr (kChecked) finishing_object = &object;
  }
  ~Finishing() {
    if constexpr (kChecked) finishing_object = nullptr;
  }
  Finishing(const Finishing&) = delete;
  Finishing& operator=(const Finishing&) = delete;
};

}  // namespace GC_BUILD
}  // namespace gc
