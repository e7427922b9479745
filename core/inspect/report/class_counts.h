// core/inspect/report/class_counts.h -- how many objects of each class there are, and what they
// occupy.
//
// When a heap is full, the number that is too large is nearly always that of one class; and whether
// it leaks or merely churns shows in the change from one cycle to the next.
//
// Read next: core/inspect/report/cycle_record.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/heap/heap.h"

namespace gc {
inline namespace GC_BUILD {

struct ClassCount {
  const Class* type = nullptr;
  std::uint32_t objects = 0;
  std::uint32_t doomed = 0;  // of them: are being destroyed
  std::uint64_t bytes = 0;   // with trailing arrays, without what the objects own elsewhere

  friend bool operator==(const ClassCount&, const ClassCount&) = default;
};

// The classes that have objects: most objects first, of equals the first by name. A pass over the
// table that looks at each object; nobody else may be using the heap.
std::vector<ClassCount> CountClasses(const Heap& heap);
std::vector<ClassCount> CountClasses(const Collector& collector);

struct ClassChange {
  const Class* type = nullptr;
  std::int64_t objects = 0;
  std::int64_t bytes = 0;

  friend bool operator==(const ClassChange&, const ClassChange&) = default;
};

// What has changed, those that grew most first. Classes that stayed as they were are left out.
std::vector<ClassChange> Changes(std::span<const ClassCount> before,
                                 std::span<const ClassCount> after);

// A line for each of the first `most` classes, and one for the rest:
//        1024 objects       65536 bytes  Door
std::string TextOf(std::span<const ClassCount> counts, std::size_t most = 20);

}  // namespace GC_BUILD
}  // namespace gc
