// core/base/build.h -- which of the three builds of core this is.
//
// The same sources are compiled several times. The sound build obeys every rule: the rules are
// compile-time constants in it. In the faulty build, each heap is given a set of faults, which are
// rules that it breaks. The unbarriered build has no barrier: a reference is as trivial there as a
// plain pointer, may be copied bitwise, and its heap can only be collected with the world stopped.
//
// An inline namespace keeps the names of the builds apart for the linker, so that a test can link
// two of them and show that they differ. No source file includes two builds.
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
// Whether ObjectPtr tells the barrier about each reference that is stored into it.
inline constexpr bool kBarriered = TRICOLOUR_BARRIER != 0;

}  // namespace GC_BUILD
}  // namespace gc
