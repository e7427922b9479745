// core/object/entry.h -- the table's record of one object.
//
// Read next: core/object/table.h.

#pragma once

#include <atomic>
#include <cstdint>

#include "core/object/flags.h"
#include "core/object/header.h"

namespace gc::inline GC_BUILD {

// Entries never move. Four bytes are spare, for the link to a cluster.
struct Entry {
  std::atomic<Object*> object{nullptr};  // null: the entry is not published
  Flags flags;
  std::atomic<Serial> serial{0};
  std::atomic<std::uint32_t> strong{0};  // strong pointers to the object

  Object* Occupant() const { return object.load(std::memory_order_acquire); }
};
static_assert(sizeof(Entry) == 24);

}  // namespace gc::inline GC_BUILD
