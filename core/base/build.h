// core/base/build.h -- which of the two builds this is.
//
// The same sources are compiled twice into one program: once obeying every rule as a compile-time
// constant, once with a set of faults per heap. An inline namespace keeps their names apart for the
// linker, so that both can be linked side by side and a test can show that they differ. No file
// includes both.
//
// There is a third: without the barrier, a reference is as trivial as a plain pointer, and may be
// copied bitwise by whoever likes. Such a heap can only be collected with the world stopped.
//
// Read next: core/base/obeys.h.

#pragma once

#ifndef TRICOLOUR_FAULTY
#define TRICOLOUR_FAULTY 0
#endif
#ifndef TRICOLOUR_CHECKED
#define TRICOLOUR_CHECKED TRICOLOUR_FAULTY
#endif
#ifndef TRICOLOUR_BARRIER
#define TRICOLOUR_BARRIER 1
#endif

#if TRICOLOUR_FAULTY
#define GC_BUILD faulty
#elif !TRICOLOUR_BARRIER
#define GC_BUILD unbarriered
#else
#define GC_BUILD sound
#endif

namespace gc {
inline namespace GC_BUILD {

// Whether faults can be switched on, freed memory is quarantined and a failed check stops the heap.
inline constexpr bool kFaulty = TRICOLOUR_FAULTY != 0;
// Whether GC_ASSERT is compiled in: in debug builds, and in the faulty build always.
inline constexpr bool kChecked = kFaulty || TRICOLOUR_CHECKED != 0;
// Whether ObjectPtr tells the collector of what it takes.
inline constexpr bool kBarriered = TRICOLOUR_BARRIER != 0;

}  // namespace GC_BUILD
}  // namespace gc
