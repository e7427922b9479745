// core/object/table.h -- index to object: one stable entry for each.
//
// References from outside the heap (weak ones, tools, lists) need a name for an object that
// outlives it and can be checked; addresses are reused too soon. So each object has an index, and
// the table says what stands there now. The table is an array of pointers to chunks of 65,536
// entries; chunks are made on demand, or all at once in one block, so growing moves no entry. Index
// 0 is reserved, so that zero can say "none". The lowest indices may be set aside for objects that
// are never collected (core/collect/disregard.cc).
//
// Indices that were released are reused before the table grows, last one first, unless somebody who
// relies on the order of indices says otherwise. The order in which an index comes back matters:
// the entry is unpublished before the destructor runs, and the index goes to the free list only
// after the memory is gone (core/collect/purge.cc).
//
// Thread rules: what takes or gives an index, and what publishes an entry, is called under the
// heap's table lock, if it has one. Entries are read without it: a chunk is there before an index
// of it is known to anybody.
//
// Upholds: index-after-free, serial-moves-on (an empty entry has no serial).
// Read next: core/object/mark.h.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/object/entry.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

inline constexpr std::uint32_t kChunkEntries = 64 * 1024;

struct Chunk {
  std::array<Entry, kChunkEntries> entries;
  // Of packed entries, which have none; untouched pages cost nothing.
  std::array<std::atomic<ClusterLink>, kPackedEntries ? kChunkEntries : 0> clusters;
};

struct TableOptions {
  std::uint32_t low = 0;     // indices 1 to `low` are for AcquireLow alone
  bool preallocate = false;  // every chunk at once, in one block
  bool reuse = true;         // released indices before new ones
};

class Table {
 public:
  Table() = default;
  ~Table();
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // Opens an empty table with room for `max_objects`, rounded up to whole chunks and one more.
  void Open(std::uint32_t max_objects, const TableOptions& options = {});
  // Empties every entry, and keeps the first chunk for the next Open.
  void Recycle();

  Entry& operator[](Index index) {
    return chunks_[index / kChunkEntries]->entries[index % kChunkEntries];
  }
  const Entry& operator[](Index index) const {
    return chunks_[index / kChunkEntries]->entries[index % kChunkEntries];
  }
  std::atomic<ClusterLink>& Cluster(Index index) {
    Chunk& chunk = *chunks_[index / kChunkEntries];
    return ClusterIn(chunk, chunk.entries[index % kChunkEntries], index % kChunkEntries);
  }
  ClusterLink LinkOf(Index index) const {
    return const_cast<Table*>(this)->Cluster(index).load(std::memory_order_relaxed);
  }

  // An index whose entry is empty: a recycled one, else the next. kNoIndex if the table is full or
  // memory has run out.
  Index Acquire();
  // The next of the low ones, or kNoIndex.
  Index AcquireLow();
  // This very index. False if it is low, beyond the capacity, or not free.
  bool Claim(Index index);
  // The object's memory is gone: its index may be used again.
  void Release(Index index) { free_.push_back(index); }
  // Whether released indices are reused.
  void SetReuse(bool reuse) { reuse_ = reuse; }

  // Indices from 1 to End() - 1 may have been used at some time.
  Index End() const { return end_.load(std::memory_order_acquire); }
  // An index that was acquired and not used.
  void GiveBack(Index index) { IsLow(index) ? void(--low_next_) : Release(index); }
  // Whether there are low ones left.
  bool HasLow() const { return low_next_ < first_; }

  // Whether Acquire would answer kNoIndex though there is memory.
  bool IsFull() const { return (!reuse_ || free_.empty()) && End() >= Capacity(); }
  // The first index that is not low.
  Index First() const { return first_; }
  bool IsLow(Index index) const { return index < first_; }
  std::uint32_t LowUsed() const { return low_next_ - 1; }
  std::uint32_t Capacity() const {
    return static_cast<std::uint32_t>(chunks_.size()) * kChunkEntries;
  }
  // The indices to be reused, the next one last.
  const std::vector<Index>& Free() const { return free_; }

  // Calls visit(index, entry) for every index that may have been used: empty entries, doomed
  // objects and those under construction included. What is made meanwhile may be visited or not.
  template <class Visit>
  void ForEachEntry(Visit&& visit) {
    for (Index index = 1; index < End(); ++index) visit(index, (*this)[index]);
  }

 private:
  template <class AnEntry>
  static std::atomic<ClusterLink>& ClusterIn(Chunk& chunk, AnEntry& entry, std::size_t at) {
    if constexpr (requires { entry.cluster; }) {
      return entry.cluster;
    } else {
      return chunk.clusters[at];
    }
  }
  bool MakeChunkFor(Index index);
  void DropChunks();

  std::atomic<Index> end_{1};
  Index first_ = 1;
  Index low_next_ = 1;
  bool reuse_ = true;
  std::vector<Chunk*> chunks_;  // null: not made; never resized while the table is open
  Chunk* block_ = nullptr;      // of all chunks, if they were made at once
  std::vector<Index> free_;
};

}  // namespace GC_BUILD
}  // namespace gc
