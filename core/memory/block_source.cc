// core/memory/block_source.cc -- regions from the system, aligned to their size.

#include "core/memory/block_source.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <new>
#include <utility>

#if defined(__unix__)
#include <sys/mman.h>
#endif

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr std::uint32_t kAllFree = 0xFFFFFFFFu;
static_assert(BlockSource::kRegionBlocks == 32);

#if defined(__unix__)
void Unmap(std::uintptr_t from, std::uintptr_t to) {
  if (from != to) munmap(reinterpret_cast<void*>(from), to - from);
}
// The system aligns to pages only, so twice the size is mapped and the excess is unmapped.
std::uintptr_t MapRegion() {
  constexpr std::size_t kBytes = BlockSource::kRegionBytes;
  void* const mapped = mmap(nullptr, 2 * kBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return 0;
  const std::uintptr_t start = reinterpret_cast<std::uintptr_t>(mapped);
  const std::uintptr_t region = (start + kBytes - 1) / kBytes * kBytes;
  Unmap(start, region);
  Unmap(region + kBytes, start + 2 * kBytes);
#if defined(MADV_HUGEPAGE)
  madvise(reinterpret_cast<void*>(region), kBytes, MADV_HUGEPAGE);  // a hint; may be ignored
#endif
  return region;
}
void UnmapRegion(std::uintptr_t region) { Unmap(region, region + BlockSource::kRegionBytes); }
#else
std::uintptr_t MapRegion() {
  return reinterpret_cast<std::uintptr_t>(
      std::aligned_alloc(BlockSource::kRegionBytes, BlockSource::kRegionBytes));
}
void UnmapRegion(std::uintptr_t region) { std::free(reinterpret_cast<void*>(region)); }
#endif

}  // namespace

// Never destroyed, because a heap with static storage may be dropped after all other objects.
BlockSource& BlockSource::Shared() {
  static BlockSource& shared = *new BlockSource;
  return shared;
}

BlockSource::~BlockSource() {
  for (const Regions& regions : {std::cref(with_room_.Peek()), std::cref(full_.Peek())}) {
    for (const auto& [region, free] : regions) UnmapRegion(region);
  }
}

void* BlockSource::Take() {
  const std::lock_guard lock(mutex_);
  if (with_room_->empty() && !AddRegion()) return nullptr;
  const Regions::iterator at = with_room_->begin();
  auto& [region, free] = *at;
  if (free == kAllFree) {
    empty_ -= 1;
    filled_ += 1;
  }
  void* const block = reinterpret_cast<void*>(
      region + static_cast<std::size_t>(std::countr_zero(free)) * kBlockBytes);
  free &= free - 1;
  if (free == 0) full_->insert(with_room_->extract(at));
  return block;
}

// False if memory has run out, of the system or of the process, and then nothing is kept.
bool BlockSource::AddRegion() {
  const Region region = MapRegion();
  if (region == 0) return false;
  try {
    with_room_->emplace(region, kAllFree);
  } catch (const std::bad_alloc&) {
    UnmapRegion(region);
    return false;
  }
  empty_ += 1;
  return true;
}

// A region that has room from now on.
BlockSource::Regions::iterator BlockSource::WithRoom(Region region) {
  const Regions::iterator at = with_room_->find(region);
  return at != with_room_->end() ? at : with_room_->insert(full_->extract(region)).position;
}

void BlockSource::Give(void* block) {
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(block);
  const Region region = address / kRegionBytes * kRegionBytes;
  const std::lock_guard lock(mutex_);
  const Regions::iterator at = WithRoom(region);
  at->second |= 1u << ((address - region) / kBlockBytes);
  if (at->second != kAllFree) return;
  empty_ += 1;
  if (empty_ > Wanted()) GiveRegion(at);
}

// Two collections may follow each other at once, and nothing is filled in between.
std::size_t BlockSource::Wanted() const {
  return std::max({filled_, filled_before_, std::size_t{1}});
}

void BlockSource::Age() {
  constexpr std::size_t kInAPause = 4;
  const std::lock_guard lock(mutex_);
  GiveEmpty(Wanted(), kInAPause);
  filled_before_ = std::exchange(filled_, 0);
}

void BlockSource::KeepOne() {
  const std::lock_guard lock(mutex_);
  GiveEmpty(1, empty_);
}

void BlockSource::Trim() {
  const std::lock_guard lock(mutex_);
  filled_ = filled_before_ = 0;
  GiveEmpty(0, empty_);
}

// Gives back empty regions, the highest first, but so many, and `most` at most.
void BlockSource::GiveEmpty(std::size_t but, std::size_t most) {
  for (auto at = with_room_->end(); most > 0 && empty_ > but;) {
    --at;
    if (at->second != kAllFree) continue;
    at = GiveRegion(at);
    most -= 1;
  }
}

// Answers the region behind it.
BlockSource::Regions::iterator BlockSource::GiveRegion(Regions::iterator at) {
  empty_ -= 1;
  UnmapRegion(at->first);
  return with_room_->erase(at);
}

std::size_t BlockSource::bytes() const {
  const std::lock_guard lock(mutex_);
  return (with_room_->size() + full_->size()) * kRegionBytes;
}

}  // namespace GC_BUILD
}  // namespace gc
