// core/memory/block_source.cc -- regions from the system, aligned to their size.

#include "core/memory/block_source.h"

#include <bit>
#include <cstdlib>

#if defined(__unix__)
#include <sys/mman.h>
#endif

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr std::uint32_t kAllFree = 0xFFFFFFFFu;
static_assert(BlockSource::kRegionBlocks == 32);

#if defined(__unix__)
// The system aligns to pages only, so twice the size is mapped and the excess is unmapped.
std::uintptr_t MapRegion() {
  constexpr std::size_t kBytes = BlockSource::kRegionBytes;
  void* const mapped = mmap(nullptr, 2 * kBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return 0;
  const std::uintptr_t start = reinterpret_cast<std::uintptr_t>(mapped);
  const std::uintptr_t region = (start + kBytes - 1) / kBytes * kBytes;
  if (region != start) munmap(mapped, region - start);
  const std::uintptr_t behind = start + 2 * kBytes - (region + kBytes);
  if (behind != 0) munmap(reinterpret_cast<void*>(region + kBytes), behind);
#if defined(MADV_HUGEPAGE)
  madvise(reinterpret_cast<void*>(region), kBytes, MADV_HUGEPAGE);  // a hint; may be ignored
#endif
  return region;
}
void UnmapRegion(std::uintptr_t region) {
  munmap(reinterpret_cast<void*>(region), BlockSource::kRegionBytes);
}
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
  for (const auto& [region, free] : free_) UnmapRegion(region);
}

void* BlockSource::Take() {
  const std::lock_guard lock(mutex_);
  if (with_room_.empty()) {
    const Region region = MapRegion();
    if (region == 0) return nullptr;
    free_.emplace(region, kAllFree);
    with_room_.insert(region);
    empty_ += 1;
  }
  const Region region = *with_room_.begin();
  std::uint32_t& free = free_[region];
  if (free == kAllFree) empty_ -= 1;
  const int block = std::countr_zero(free);
  free &= free - 1;
  if (free == 0) with_room_.erase(region);
  return reinterpret_cast<void*>(region + static_cast<std::size_t>(block) * kBlockBytes);
}

void BlockSource::Give(void* block) {
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(block);
  const Region region = address / kRegionBytes * kRegionBytes;
  const std::lock_guard lock(mutex_);
  std::uint32_t& free = free_[region];
  if (free == 0) with_room_.insert(region);
  free |= 1u << ((address - region) / kBlockBytes);
  if (free != kAllFree) return;
  if (empty_ == 0) {
    empty_ += 1;
  } else {
    GiveRegion(region);
  }
}

void BlockSource::Trim() {
  const std::lock_guard lock(mutex_);
  if (empty_ == 0) return;
  for (const auto& [region, free] : free_) {
    if (free != kAllFree) continue;
    empty_ -= 1;
    return GiveRegion(region);
  }
}

void BlockSource::GiveRegion(Region region) {
  with_room_.erase(region);
  free_.erase(region);
  UnmapRegion(region);
}

std::size_t BlockSource::bytes() const {
  const std::lock_guard lock(mutex_);
  return free_.size() * kRegionBytes;
}

}  // namespace GC_BUILD
}  // namespace gc
