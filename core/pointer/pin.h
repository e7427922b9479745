// core/pointer/pin.h -- makes a strong pointer of a weak one, on any thread.
//
// A weak read answers an object that nothing keeps. On the collector's thread, and inside a
// section, that is enough: no slice comes before the end of the section. Elsewhere the object may
// be gone before it is counted:
//
//     a thread     weak.Get() answers n                              counts n: n was freed
//     collector                            a cycle that frees n
//
// Pin reads and counts inside one section, which it opens if the thread has none.
//
//     if (const gc::StrongPtr<Door> door = gc::Pin(weak)) door->Open();
//
// Happens-before: what the count says is changed under the table lock inside the section, and read
// by the next slice, which begins after the section's end (core/base/lock.h).
//
// Upholds: strong-barrier, weak-read-barrier (with core/collect/weak_references.cc).
// Read next: core/pointer/strong_ptr.h.

#pragma once

#include "core/pointer/strong_ptr.h"
#include "core/pointer/weak_ptr.h"

namespace gc {
inline namespace GC_BUILD {

// Defined in core/collect/weak_references.cc: counts the object that a read of `weak` yields, and
// answers it; null if it is gone.
Object* ReadAndCount(const WeakReference& weak);

// A strong pointer to the object of `weak`; null if that is gone, as for a weak read. On any thread
// while the heap exists. Outside of a section it waits for the end of a slice; the same thread
// rules hold as for a strong pointer (S5.24).
template <class T>
StrongPtr<T> Pin(const WeakPtr<T>& weak) {
  return StrongPtr<T>(AlreadyCounted{}, static_cast<T*>(ReadAndCount(weak)));
}

}  // namespace GC_BUILD
}  // namespace gc
