// core/object/table.h -- leads from an index to its object, by one stable entry for each.
//
// References from outside the heap (weak references, tools, lists) need a name of the object that
// outlives it and can be checked; addresses are reused too soon. So each object has an index, and
// the table says which object has it now. The table is an array of pointers to chunks of 65,536
// entries. Chunks are made on demand, or all at once in one block, so that growing moves no entry.
// Index 0 is reserved and means none. The lowest indices may be set aside for disregarded objects,
// which are never collected.
//
// Released indices are reused before the table grows, the last one first, unless
// TableOptions::reuse is off. An index comes back in a fixed order: the entry is unpublished before
// the destructor runs, and the index is released only after the memory is freed.
//
// Thread rules: calls that take or release an index are made under the heap's table lock, if it has
// one. An entry is published by the thread that took its index, and emptied under the lock. Entries
// are read without it: the chunk exists before any of its indices is known.
//
// Upholds: index-after-free, serial-moves-on (an empty entry has no serial).
// Read next: core/object/mark.h.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <vector>

#include "core/base/pool.h"
#include "core/object/entry.h"
#include "core/object/free_indices.h"
#include "core/object/header.h"
#include "core/object/mark.h"
#include "core/object/owner.h"

namespace gc {
inline namespace GC_BUILD {

inline constexpr std::uint32_t kChunkEntries = 64 * 1024;

struct Chunk {
  std::array<Entry, kChunkEntries> entries;
  // The mark map: a byte for each entry (core/object/mark.h), which a gather reads alone.
  std::array<MarkByte, kChunkEntries> marks;
  // The cluster links of packed entries, which have no room for them. Untouched pages cost nothing.
  std::array<std::atomic<ClusterLink>, kPackedEntries ? kChunkEntries : 0> clusters;
};

struct TableOptions {
  std::uint32_t low = 0;     // indices 1 to `low` are given out by AcquireLow only
  bool preallocate = false;  // make every chunk at once, in one block
  bool reuse = true;         // give out released indices before new ones
};

class Table {
 public:
  // Of the heap of which OwnerOf says `owner`.
  explicit Table(const Collector* owner = nullptr) : owner_(owner) {}
  ~Table();
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  // Opens an empty table for indices up to at least `max_objects`, rounded up to whole chunks.
  void Open(std::uint32_t max_objects, const TableOptions& options = {});
  // Gives back what the list of released indices has too much.
  void Trim() {
    free_.Trim(Noting{*this});
    ReleaseSpilled();
  }
  // Empties every entry, and keeps the first chunk for the next Open.
  void Recycle();

  Entry& operator[](Index index) {
    return chunks_[index / kChunkEntries]->entries[index % kChunkEntries];
  }
  const Entry& operator[](Index index) const {
    return chunks_[index / kChunkEntries]->entries[index % kChunkEntries];
  }
  // The mark of the object at an index, in the map; 0 if the entry is empty.
  MarkByte& Mark(Index index) {
    return chunks_[index / kChunkEntries]->marks[index % kChunkEntries];
  }
  const MarkByte& Mark(Index index) const {
    return chunks_[index / kChunkEntries]->marks[index % kChunkEntries];
  }
  // The first index from `from` up to `end` whose mark has one of `bits` or, if `or_none`, has no
  // bit at all; `end` if there is none. Eight marks are read at a time, all of them in the range,
  // which nothing else may write meanwhile.
  Index FindMark(Index from, Index end, MarkBits bits, bool or_none) const;
  // Whether an object that does not stand in this table is of its heap, and so was freed.
  bool WasOf(const Object& object) const { return &OwnerOf(object) == owner_; }
  // An object that stands in this table, and not freed memory or another heap's. It is asked for
  // its index only: the entry that leads back to it is this heap's.
  bool Has(const Object& object) const {
    const Index index = object.header().index;
    return index != kNoIndex && index < End() && (*this)[index].Occupant() == &object;
  }
  std::atomic<ClusterLink>& Cluster(Index index) {
    Chunk& chunk = *chunks_[index / kChunkEntries];
    return ClusterIn(chunk, chunk.entries[index % kChunkEntries], index % kChunkEntries);
  }
  ClusterLink LinkOf(Index index) const {
    return const_cast<Table*>(this)->Cluster(index).load(std::memory_order_relaxed);
  }

  // Gives out an index whose entry is empty: a released one, else the next. kNoIndex if the table
  // is full or memory has run out.
  Index Acquire();
  // Whether Acquire would give out an index that was released last, and so cannot fail.
  bool HasReleased() const { return reuse_ && free_.HasLast(); }
  Index AcquireReleased() { return free_.PopLast(); }
  // Gives out the next low index, or kNoIndex if none is left.
  Index AcquireLow();
  // Gives out this index. False if it is low, beyond the capacity, or not free.
  bool Claim(Index index);
  // Takes an index back for reuse. The memory of its object is already freed. If the list has no
  // room, the index is spilled: it is reused when the list is empty, or is listed later.
  void Release(Index index) {
    if (!free_.HasRoom()) [[unlikely]]
      return Spill(index);
    NotePlace(index, free_.Push(index));
  }
  // Sets whether released indices are reused.
  void SetReuse(bool reuse) { reuse_ = reuse; }

  // All indices that were ever given out are below End().
  Index End() const { return end_.load(std::memory_order_acquire); }
  // All that are below End() now, whether an object has them, perhaps a doomed one or one under
  // construction, or none.
  auto Indices() const { return std::views::iota(Index{1}, End()); }
  // Takes back the index that was given out last, and not used; under the lock under which it was
  // given out. Where indices are not given again (S1.7), a birth that fails for want of memory must
  // not cost one.
  void GiveBack(Index index) {
    if (IsLow(index)) {
      --low_next_;
    } else if (!reuse_) {
      unused_ = index;
    } else {
      Release(index);
    }
  }
  // Whether low indices are left.
  bool HasLow() const { return low_next_ < first_; }

  // Whether Acquire would return kNoIndex even with memory left.
  bool IsFull() const {
    const bool again = reuse_ && !(free_.empty() && spilled_ == kNoIndex);
    return !again && unused_ == kNoIndex && End() >= Capacity();
  }
  // The first index after the low ones.
  Index First() const { return first_; }
  bool IsLow(Index index) const { return index < first_; }
  std::uint32_t LowUsed() const { return low_next_ - 1; }
  std::uint32_t Capacity() const {
    return static_cast<std::uint32_t>(chunks_.size()) * kChunkEntries;
  }
  // The released indices, without those that were spilled.
  const FreeIndices& Free() const { return free_; }

 private:
  template <class AnEntry>
  static std::atomic<ClusterLink>& ClusterIn(Chunk& chunk, AnEntry& entry, std::size_t at) {
    if constexpr (requires { entry.cluster; }) {
      return entry.cluster;
    } else {
      return chunk.clusters[at];
    }
  }
  // A free index notes its place in the list in the strong count of its entry, which is empty; in a
  // heap with faults perhaps not, and then it cannot be chosen.
  void NotePlace(Index index, FreeIndices::Place place) {
    Entry& entry = (*this)[index];
    if (kFaulty && entry.Occupant() != nullptr) return;
    entry.strong.store(place, std::memory_order_relaxed);
  }
  struct Noting {
    Table& table;
    void operator()(Index index, FreeIndices::Place place) const { table.NotePlace(index, place); }
  };
  bool MakeChunkFor(Index index);
  void DropChunks();
  void Spill(Index index);
  Index TakeSpilled();
  void ReleaseSpilled();

  const Collector* const owner_;
  std::atomic<Index> end_{1};
  Index first_ = 1;
  Index low_next_ = 1;
  bool reuse_ = true;
  std::vector<Chunk*> chunks_;  // null: not made yet; never resized while the table is open
  Chunk* block_ = nullptr;      // the memory of all chunks, if they were made at once
  FreeIndices free_;
  Index unused_ = kNoIndex;   // GiveBack, without reuse
  Index spilled_ = kNoIndex;  // the last one; each notes the one before in its strong count
};

}  // namespace GC_BUILD
}  // namespace gc
