// core/object/table.h -- index to object: one stable entry for each.
//
// References from outside the heap (weak ones, tools, lists) need a name for an object that
// outlives it and can be checked; addresses are reused too soon. So each object has an index, and
// the table says what stands there now. The table is an array of pointers to chunks of 65,536
// entries; chunks are made on demand, so growing it moves no entry. Index 0 is reserved, so that
// zero can say "none".
//
// Indices that were released are reused before the table grows, last one first. The order in which
// that happens matters: the entry is unpublished before the destructor runs, and the index goes to
// the free list only after the memory is gone (core/collect/purge.cc).
//
// Upholds: index-after-free, serial-moves-on (an empty entry has no serial).
// Read next: core/object/mark.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/object/entry.h"
#include "core/object/header.h"

namespace gc::inline GC_BUILD {

inline constexpr std::uint32_t kChunkEntries = 64 * 1024;

struct Chunk {
  std::array<Entry, kChunkEntries> entries;

  // Null if memory has run out. Zeroed pages come lazily from the system, and a zeroed entry is an
  // empty one: a chunk costs what is touched of it.
  static std::unique_ptr<Chunk> Make();
  static void operator delete(void* memory);
};

class Table {
 public:
  // Opens an empty table with room for `max_objects`, rounded up to whole chunks and one more.
  void Open(std::uint32_t max_objects);
  // Empties every entry, and keeps the first chunk for the next Open.
  void Recycle();

  Entry& operator[](Index index) {
    return chunks_[index / kChunkEntries]->entries[index % kChunkEntries];
  }
  const Entry& operator[](Index index) const {
    return chunks_[index / kChunkEntries]->entries[index % kChunkEntries];
  }

  // An index whose entry is empty: a recycled one, else the next. kNoIndex if the table is full or
  // memory has run out.
  Index Acquire();
  // The object's memory is gone: its index may be used again.
  void Release(Index index) { free_.push_back(index); }

  // Indices from 1 to End() - 1 have been used at some time.
  Index End() const { return end_; }
  std::uint32_t Capacity() const {
    return static_cast<std::uint32_t>(chunks_.size()) * kChunkEntries;
  }
  // The indices to be reused, the next one last.
  const std::vector<Index>& Free() const { return free_; }

 private:
  Index end_ = 1;
  std::vector<std::unique_ptr<Chunk>> chunks_;  // never resized while the table is open
  std::vector<Index> free_;
};

}  // namespace gc::inline GC_BUILD
