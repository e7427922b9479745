// core/pointer/touch.h -- catches the use of an object that must be left alone.
//
// When an object finishes, the objects of its batch may have finished already, in any order. What
// they had is released, though their memory is still there: a program that uses them then mostly
// works, and breaks when the order changes. So a checked build looks at each object that an
// ObjectPtr is used to reach: no object may be reached while another one finishes, and none that
// has finished (S12.5). A build without checks pays nothing.
//
// Checks: begin-finish-free.   Read next: core/pointer/object_ptr.h.

#pragma once

#include "core/object/finishing.h"

namespace gc {
inline namespace GC_BUILD {

// Fails a check that names the object; does nothing for a disregarded one, which ends last.
void TouchedSlow(const Object& touched);

// Called for each object that is reached through an ObjectPtr.
inline void NoteTouch(const Object* touched) {
  if constexpr (kChecked) {
    if (touched == nullptr || touched == finishing_object) return;
    if (finishing_object == nullptr &&
        !touched->header().flags.Has(object_flag::kFinishDestroyed)) {
      return;
    }
    TouchedSlow(*touched);
  }
}

}  // namespace GC_BUILD
}  // namespace gc
