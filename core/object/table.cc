// core/object/table.cc -- chunks are made, entries are taken, and all are emptied at the end.
//
// Upholds: index-after-free (with core/collect/purge.cc).

#include "core/object/table.h"

#include <algorithm>
#include <cstdlib>

#include "core/object/pool.h"

namespace gc::inline GC_BUILD {

std::unique_ptr<Chunk> Chunk::Make() {
  return std::unique_ptr<Chunk>(static_cast<Chunk*>(std::calloc(1, sizeof(Chunk))));
}

void Chunk::operator delete(void* memory) { std::free(memory); }

void Table::Open(std::uint32_t max_objects) {
  const std::size_t chunks = std::size_t{max_objects} / kChunkEntries + 1;
  chunks_.resize(chunks);
}

void Table::Recycle() {
  const Index dirty = std::min(end_, kChunkEntries);
  for (Index index = 1; index < dirty; ++index) {
    Entry& entry = (*this)[index];
    entry.object.store(nullptr, std::memory_order_relaxed);
    entry.flags.Initialise(0);
    entry.serial.store(0, std::memory_order_relaxed);
    entry.strong.store(0, std::memory_order_relaxed);
  }
  if (end_ > kChunkEntries) {
    for (std::size_t i = 1; i < chunks_.size(); ++i) chunks_[i].reset();
  }
  end_ = 1;
  gc::Recycle(free_);
}

Index Table::Acquire() {
  if (!free_.empty()) {
    const Index index = free_.back();
    free_.pop_back();
    if constexpr (kFaulty) (*this)[index].flags.Initialise(flag::kRecycled);
    return index;
  }
  if (end_ >= Capacity()) return kNoIndex;
  std::unique_ptr<Chunk>& chunk = chunks_[end_ / kChunkEntries];
  if (chunk == nullptr) chunk = Chunk::Make();
  if (chunk == nullptr) return kNoIndex;
  return end_++;
}

}  // namespace gc::inline GC_BUILD
