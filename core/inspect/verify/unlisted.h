// core/inspect/verify/unlisted.h -- finds doomed objects to which a live object still points in a
// member that its class does not list.
//
// The collector follows what a class lists, and nothing else. A plain pointer that was forgotten in
// the list keeps nothing alive: its target is freed one day, and the program crashes some time
// later, where the pointer is used. Between the end of marking and the purge both are still there,
// so this is the moment to look: each word of each live object that no line of its class covers is
// compared with the addresses of the doomed.
//
// A finding is no proof. A word may hold such an address by chance, or on purpose, if it is cleared
// in begin-destroy; but a member that is found is as a rule one that was forgotten.
//
// Read next: core/inspect/verify/verification.h.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/heap/heap.h"

namespace gc {
inline namespace GC_BUILD {

struct UnlistedHolder {
  Index holder = kNoIndex;
  Index target = kNoIndex;   // doomed
  std::uint32_t offset = 0;  // of the member, in bytes from the start of the holder's type
  std::string text = {};     // all of that in words
};

// In the order of the holders' indices; each word once. Call it between two steps while objects are
// doomed and not freed: while gathering, or at the notice marking-done. Costs a pass over the
// memory of the heap.
std::vector<UnlistedHolder> FindUnlistedHolders(const Heap& heap);

}  // namespace GC_BUILD
}  // namespace gc
