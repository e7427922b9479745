// core/object/table.cc -- makes chunks, gives out indices, and empties entries for the next heap.
//
// Upholds: index-after-free (with core/purge/purger.cc).

#include "core/object/table.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/base/pool.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Null if memory has run out. The system makes zeroed pages when they are first touched, and an
// entry of zeroes is an empty one: a chunk costs only the pages that are used.
Chunk* MakeChunks(std::size_t count) {
  return static_cast<Chunk*>(std::calloc(count, sizeof(Chunk)));
}

void Empty(Entry& entry) {
  entry.Unpublish();
  entry.flags.Initialise(0);
  entry.serial.store(0, std::memory_order_relaxed);
  entry.strong.store(0, std::memory_order_relaxed);
}

}  // namespace

Table::~Table() { DropChunks(); }

void Table::Open(std::uint32_t max_objects, const TableOptions& options) {
  const std::size_t chunks = std::size_t{max_objects} / kChunkEntries + 1;
  if (options.preallocate) {
    DropChunks();
    block_ = MakeChunks(chunks);
  }
  chunks_.resize(chunks, nullptr);
  for (std::size_t i = 0; block_ != nullptr && i < chunks; ++i) chunks_[i] = block_ + i;
  reuse_ = options.reuse;
  const std::uint32_t low = std::min(options.low, max_objects);
  bool made = low != 0;
  for (Index index = 0; made && index <= low; index += kChunkEntries) made = MakeChunkFor(index);
  if (!made) return;
  first_ = low + 1;
  end_.store(first_, std::memory_order_relaxed);
}

void Table::Recycle() {
  const Index dirty = std::min(End(), kChunkEntries);
  // A claim that failed may have left chunks behind the end.
  const bool keeps = block_ == nullptr && !chunks_.empty();
  Chunk* const first = keeps ? std::exchange(chunks_[0], nullptr) : nullptr;
  DropChunks();
  if (first != nullptr) chunks_.push_back(first);
  if (!chunks_.empty()) {
    for (Index index = 1; index < dirty; ++index) {
      Empty((*this)[index]);
      Mark(index).Store(0);
      Cluster(index).store(0, std::memory_order_relaxed);
    }
  }
  end_.store(1, std::memory_order_relaxed);
  first_ = low_next_ = 1;
  free_.Recycle();
  spilled_ = unused_ = kNoIndex;
}

void Table::DropChunks() {
  if (block_ == nullptr) {
    for (Chunk* const chunk : chunks_) std::free(chunk);
  }
  std::free(std::exchange(block_, nullptr));
  chunks_.clear();
}

bool Table::MakeChunkFor(Index index) {
  Chunk*& chunk = chunks_[index / kChunkEntries];
  if (chunk == nullptr) chunk = MakeChunks(1);
  return chunk != nullptr;
}

Index Table::Acquire() {
  if (const Index index = reuse_ ? free_.Pop() : kNoIndex; index != kNoIndex) {
    if constexpr (kFaulty) (*this)[index].flags.Initialise(flag::kRecycled);
    return index;
  }
  if (reuse_ && spilled_ != kNoIndex) [[unlikely]]
    return TakeSpilled();
  if (unused_ != kNoIndex) [[unlikely]]
    return std::exchange(unused_, kNoIndex);
  const Index index = end_.load(std::memory_order_relaxed);
  if (index >= Capacity() || !MakeChunkFor(index)) return kNoIndex;
  end_.store(index + 1, std::memory_order_release);
  return index;
}

// In a heap with faults the entry may have an object, and the index is lost.
void Table::Spill(Index index) {
  Entry& entry = (*this)[index];
  if (kFaulty && entry.Occupant() != nullptr) return;
  entry.strong.store(spilled_, std::memory_order_relaxed);
  spilled_ = index;
}

Index Table::TakeSpilled() {
  const Index index = spilled_;
  Entry& entry = (*this)[index];
  spilled_ = entry.strong.load(std::memory_order_relaxed);
  if constexpr (kFaulty) entry.flags.Initialise(flag::kRecycled);
  return index;
}

// Lists the spilled ones, as many as there is memory for.
void Table::ReleaseSpilled() {
  while (spilled_ != kNoIndex && free_.HasRoom()) {
    const Index index = TakeSpilled();
    NotePlace(index, free_.Push(index));
  }
}

Index Table::FindMark(Index from, Index end, MarkBits bits, bool or_none) const {
  constexpr std::uint64_t kEach = 0x0101010101010101u;
  constexpr Index kAtOnce = sizeof(std::uint64_t);
  const auto is_sought = [&](Index index) {
    const MarkBits seen = Mark(index).Load();
    return (seen & bits) != 0 || (or_none && seen == 0);
  };
  Index at = from;
  for (; at < end && at % kAtOnce != 0; ++at) {
    if (is_sought(at)) return at;
  }
  // No mark has the highest bit, so that a byte from which one is taken has it only if it was 0.
  static_assert((mark::kColours | mark::kSpecial) < 0x80);
  for (; at + kAtOnce <= end; at += kAtOnce) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, &Mark(at), sizeof eight);
    if ((eight & (kEach * bits)) != 0) break;
    if (or_none && (((eight | kEach * 0x80) - kEach) & kEach * 0x80) != kEach * 0x80) break;
  }
  for (; at < end; ++at) {
    if (is_sought(at)) return at;
  }
  return end;
}

Index Table::AcquireLow() { return low_next_ < first_ ? low_next_++ : kNoIndex; }

bool Table::Claim(Index index) {
  if (index < first_ || index >= Capacity()) return false;
  ReleaseSpilled();
  const Index end = End();
  if (index < end) {
    const Entry& entry = (*this)[index];
    const FreeIndices::Place place = entry.strong.load(std::memory_order_relaxed);
    if (!free_.Take(index, place, Noting{*this})) return false;
    if constexpr (kFaulty) (*this)[index].flags.Initialise(flag::kRecycled);
    return true;
  }
  for (Index each = end; each < index; each += kChunkEntries) {
    if (!MakeChunkFor(each)) return false;
  }
  if (!MakeChunkFor(index)) return false;
  for (Index skipped = index; skipped-- > end;) Release(skipped);
  end_.store(index + 1, std::memory_order_release);
  return true;
}

}  // namespace GC_BUILD
}  // namespace gc
