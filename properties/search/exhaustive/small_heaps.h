// properties/search/exhaustive/small_heaps.h -- tries every run of a small heap, by depth, from the
// empty heap on.
//
// A random run of forty operations almost never puts the right store between the right two units of
// work. But few objects suffice to break a collector: three for every known witness. So all runs
// over an alphabet are tried, the short ones first. The same trace catches a fault everywhere; and
// if nothing is caught to depth d, no run of d entries of that alphabet can catch anything.
//
//     depth 0   the empty heap
//     depth d   each state first met at depth d-1, followed by each entry of the alphabet that the
//               oracle allows there; judged; a state met before is dropped
//
// A state is the fingerprint of subject and oracle together, so dropping a known state is sound as
// far as 64 bits go. Objects are created in the order of their names: runs that differ only in
// names are one run. A state is stored as its parent and the entry that led to it, and is replayed
// when it is extended. Most of the time would go into replays, so three of them are left out:
//
//     the next entry      goes on from the state itself, if the last one has changed nothing;
//                         otherwise subject and oracle are put back (properties/judge/kept_run.cc)
//     the next sibling    goes on from its parent, put back in the same way
//
// Four of five entries lead to a state that is known. What the operation answered and published is
// compared each time; but the heap that it leaves is compared, and its verifier asked, when a state
// is met first, and then one time in eight.
//
// Read next: properties/search/exhaustive/alphabets.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "properties/search/exhaustive/alphabets.h"
#include "properties/search/exhaustive/looks.h"
#include "properties/search/search.h"

namespace properties {

struct SmallHeapOptions {
  Alphabet alphabet;
  std::size_t max_depth = 64;  // entries of the alphabet in a row
  // A search also ends when so many states wait to be extended, since memory is limited.
  std::size_t max_states = 20'000'000;
  // Replays each path in full, and judges it on the way: slow, and the same result. For tests.
  bool in_full = false;
  SearchOptions search;
};

struct SmallHeapResult {
  SearchResult search;
  std::uint64_t states = 0;         // distinct states, with the empty heap
  std::size_t depth_completed = 0;  // every run of so many entries was tried
  bool exhausted = false;           // no state was left to extend: longer runs show nothing new
  // Two runs to states with one fingerprint that do not look the same (looks.h).
  std::optional<std::array<reference::Trace, 2>> alike = {};
};

// Explores the alphabet on subjects that the factory makes, one for each job.
SmallHeapResult ExploreSmallHeaps(const SubjectFactory& factory, const SmallHeapOptions& options);

}  // namespace properties
