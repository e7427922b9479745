// core/population/use.h -- in checked builds: which thread uses a heap, and whether it may.
//
// The mistakes of threads crash later and elsewhere: a worker makes an object while the collector
// marks, asks a weak reference outside of its section, or two threads use a heap that was given no
// lock. The crash names neither thread. So a checked build (TRICOLOUR_CHECKED) looks
// at each call of the user:
//
//     heap with a lock      the thread is the collector's, or in a section of the lock
//     heap without a lock   no other thread is inside a call at this moment
//
// The second finds calls that overlap. Calls that take turns without an order between them are a
// data race all the same, which ThreadSanitizer finds: nothing here orders two threads, so nothing
// is hidden from it.
//
// In the other builds a Use is nothing. In the faulty build too: there threads are misused on
// purpose.
//
// Upholds: lock-excludes.   Read next: core/base/sharing.h.

#pragma once

#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

inline constexpr bool kUseChecked = kChecked && !kFaulty;

// Lives for the length of a call. `call` is its name, for the message: "AddRoot".
class Use {
 public:
  Use([[maybe_unused]] const Population& heap, [[maybe_unused]] const char* call) {
    if constexpr (kUseChecked) outermost_ = EnterHeap(heap, call);
  }
  ~Use() {
    if constexpr (kUseChecked) LeaveHeap(outermost_);
  }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

  // The same as two calls, for code that must not include the population. EnterHeap answers what
  // LeaveHeap must be given.
  static const Activity* EnterHeap(const Population& heap, const char* call);
  static void LeaveHeap(const Activity* outermost);

 private:
  // Of a heap without a lock, if this call is no other's part.
  const Activity* outermost_ = nullptr;
};

}  // namespace GC_BUILD
}  // namespace gc
