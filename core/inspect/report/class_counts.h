// core/inspect/report/class_counts.h -- how many objects each class has, and the memory they
// occupy.
//
// When a heap is full, nearly always one class has too many objects. Whether these objects leak, or
// come and go, shows in the change from one cycle to the next.
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
  std::uint32_t doomed = 0;  // how many of the objects are doomed
  std::uint64_t bytes = 0;   // with trailing arrays, but not memory that the objects own

  friend bool operator==(const ClassCount&, const ClassCount&) = default;
};

// The classes that have objects, those with most objects first, equal ones by name. Reads every
// object, so no other thread may use the heap meanwhile.
std::vector<ClassCount> CountClasses(const Heap& heap);
std::vector<ClassCount> CountClasses(const Collector& collector);

struct ClassChange {
  const Class* type = nullptr;
  std::int64_t objects = 0;
  std::int64_t bytes = 0;

  friend bool operator==(const ClassChange&, const ClassChange&) = default;
};

// The classes that have changed, those with most growth first.
std::vector<ClassChange> Changes(std::span<const ClassCount> before,
                                 std::span<const ClassCount> after);

// A line for each of the first `most` classes, and one line for all others:
//      1024 objects       65536 bytes  Door
std::string TextOf(std::span<const ClassCount> counts, std::size_t most = 20);

}  // namespace GC_BUILD
}  // namespace gc
