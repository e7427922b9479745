// properties/subjects/core/core_images.h -- a whole judged heap as bytes, to be put back.
//
// What a heap consists of, and how its bytes are known:
//
//     machinery, lists, names    allocated by the heap: in private memory, all of it copied
//     the adapter's own state    `run`: the names, the weak references; copied
//     entries, marks, links      in private memory, but apart, being large: those in use are copied
//     objects                    in blocks of the process's (core/memory/blocks.h): the parts in
//                                use are copied; in the faulty build, in private memory
//     what the process knows     how many heaps listen to stores, and which pages have clustered
//                                objects: corrected by this heap's part
//
// A heap that gives blocks back may take others later, as many as before, while another thread's
// heap has the first ones. So an image is made of the blocks that the heap has at that moment, is
// void once the heap trims, and is put back only where the heap has the same blocks. Where there is
// none, the search repeats the run's operations instead.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/object/listening.h"
#include "core/population/stall.h"
#include "properties/base/private_memory.h"
#include "reference/oracle/subject.h"

namespace properties {
namespace {

// The blocks of a heap that has few, with the lowest first.
class BlocksInUse {
 public:
  explicit BlocksInUse(const gc::Collector& collector) {
    const gc::Blocks& blocks = collector.memory.blocks();
    if (blocks.blocks() > blocks_.size()) return;
    count_ = 0;
    blocks.ForEachBlock([this](const void* block) {
      blocks_[count_++] = static_cast<std::byte*>(const_cast<void*>(block));
    });
    std::sort(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(count_));
  }
  bool AreFew() const { return count_ <= blocks_.size(); }
  std::span<std::byte* const> All() const { return std::span(blocks_).first(count_); }

 private:
  std::array<std::byte*, gc::Blocks::kSpares> blocks_{};
  std::size_t count_ = blocks_.size() + 1;  // there are more
};

// The source keeps books in the process's memory when it maps a region. So that it need not do that
// while a heap is at home, some blocks are taken and given back before. One is kept for good: else
// a heap that trims gives back the only region, and the system clears two megabytes for the next
// object.
inline void HaveFreeBlocks() {
  std::array<void*, 3 * gc::Blocks::kSpares> blocks;
  gc::BlockSource& source = gc::BlockSource::Shared();
  [[maybe_unused]] static void* const kept = source.Take();
  for (void*& block : blocks) block = source.Take();
  for (void* const block : blocks) {
    if (block != nullptr) source.Give(block);
  }
}

// Where a judged heap is at home once an image was asked for: `memory` has all that the heap and
// its adapter allocate, and `blocks` the objects.
struct Home {
  PrivateMemory memory;
  gc::Stall stall;

  // What the thread does in between is done at home; nothing is different if that is null.
  class Stay {
   public:
    explicit Stay(Home* home) : use_(home != nullptr ? &home->memory : nullptr) {
      if (home != nullptr) stall_.emplace(home->stall);
    }

   private:
    PrivateMemory::Use use_;
    std::optional<gc::Stall::Use> stall_;
  };
};

class CoreImage final : public reference::Subject::Image {
 public:
  // Copies the heap, whose adapter has its state in the `size` bytes at `run`. False if something
  // of it cannot be put back.
  bool Keep(const gc::Heap& heap, const PrivateMemory& memory, const void* run, std::size_t size) {
    const gc::Collector& collector = heap.collector();
    const gc::Table& table = collector.population.table;
    const BlocksInUse blocks(collector);
    if (!CanBePutBack(collector, memory) || !blocks.AreFew()) return false;
    end_ = table.End();
    Copy(&table[0], (end_ + kRoom) * sizeof(gc::Entry), entries_);
    Copy(&table.Mark(0), (end_ + kRoom) * sizeof(gc::MarkByte), marks_);
    if (gc::kPackedEntries) Copy(LinksOf(table), (end_ + kRoom) * sizeof(gc::ClusterLink), links_);
    Copy(run, size, run_);
    memory.Keep(memory_);
    where_.assign(blocks.All().begin(), blocks.All().end());
    blocks_.resize(where_.size());
    const std::size_t used = UsedOfABlock(collector);
    for (std::size_t i = 0; i < blocks_.size(); ++i) Copy(where_[i], used, blocks_[i]);
    return true;
  }

  std::uint64_t era = 0;  // of its subject, when it was copied

  // The heap is the one that was copied, in a later state. False if it has grown too far.
  bool PutBack(const gc::Heap& heap, PrivateMemory& memory, void* run) const {
    const gc::Collector& collector = heap.collector();
    const gc::Table& table = collector.population.table;
    if (!CanBePutBack(collector, memory) || table.End() > end_ + kRoom) return false;
    const BlocksInUse blocks(collector);
    if (!blocks.AreFew() || !std::ranges::equal(blocks.All(), where_)) return false;
    void* const entries = const_cast<gc::Entry*>(&table[0]);
    void* const marks = const_cast<gc::MarkByte*>(&table.Mark(0));
    // Of what the process knows of its heaps, this one takes back its part as it was.
    const std::uint32_t listened = collector.population.colours.ListeningPart();
    collector.clusters.records().places().LeaveGranules();
    memory.PutBack(memory_);
    std::memcpy(entries, entries_.data(), entries_.size());
    std::memcpy(marks, marks_.data(), marks_.size());
    if (gc::kPackedEntries) std::memcpy(LinksOf(table), links_.data(), links_.size());
    std::memcpy(run, run_.data(), run_.size());
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      std::memcpy(where_[i], blocks_[i].data(), blocks_[i].size());
    }
    const std::uint32_t listens = collector.population.colours.ListeningPart();
    gc::heaps_listening.fetch_add(listens - listened, std::memory_order_relaxed);
    collector.clusters.records().places().EnterGranules();
    return true;
  }

 private:
  // Entries behind the last one in use that are copied as well: they read zero, and must again when
  // they were used meanwhile.
  static constexpr gc::Index kRoom = 8;
  // An image of a larger heap would cost more than the run of most traces.
  static constexpr gc::Index kLargestEnd = 256;

  static bool CanBePutBack(const gc::Collector& collector, const PrivateMemory& memory) {
    return !memory.Overflowed() && memory.Owns(&collector) && collector.memory.pool().size() == 0 &&
           collector.population.table.End() > 1 && collector.population.table.End() < kLargestEnd;
  }

  // No more slots of a class were ever in use at once than there are indices, and the lowest are
  // used first.
  std::size_t UsedOfABlock(const gc::Collector& collector) const {
    const gc::Blocks& blocks = collector.memory.blocks();
    std::size_t used = 0;
    for (std::size_t at = 0; at < gc::Blocks::kClasses; ++at) {
      if (!blocks.HasBlocksOf(at)) continue;
      const std::size_t first = gc::Blocks::kFirstSlot[at];
      used = std::max(used, first + gc::Blocks::kSlotBytes[at] * std::size_t{end_});
    }
    return std::min(used, gc::kBlockBytes);
  }

  // The links to clusters, of entries that have no room for them.
  static void* LinksOf(const gc::Table& table) { return &const_cast<gc::Table&>(table).Cluster(0); }
  static void Copy(const void* from, std::size_t size, std::vector<std::byte>& to) {
    const std::byte* const begin = static_cast<const std::byte*>(from);
    to.assign(begin, begin + size);
  }

  std::vector<std::byte> memory_, run_, entries_, marks_, links_;
  std::vector<std::byte*> where_;  // the blocks
  std::vector<std::vector<std::byte>> blocks_;
  gc::Index end_ = 0;
};

}  // namespace
}  // namespace properties
