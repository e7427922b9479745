// core/memory/block_source.h -- takes blocks of 64 KiB from the system and gives them back.
//
// Blocks are cut from regions of two megabytes, which the system can map with one huge page: that
// is cheaper to touch for the first time, and cheaper to read through. Blocks are given out from
// the lowest region that has a free one, so that higher regions become empty. A region without a
// used block goes back to the system, except for one, which is kept for the next need.
//
// Thread rules: all calls are allowed from any thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

inline constexpr std::size_t kBlockBytes = 64 * 1024;

class BlockSource {
 public:
  static constexpr std::size_t kRegionBytes = 2 * 1024 * 1024;
  static constexpr std::size_t kRegionBlocks = kRegionBytes / kBlockBytes;

  // The source of the whole process.
  static BlockSource& Shared();

  BlockSource() = default;
  // Every block must have been given back.
  ~BlockSource();
  BlockSource(const BlockSource&) = delete;
  BlockSource& operator=(const BlockSource&) = delete;

  // Returns kBlockBytes bytes, aligned to kBlockBytes; null if memory has run out.
  void* Take();
  void Give(void* block);
  // Gives back the region that was kept though no block of it is in use.
  void Trim();

  // Bytes that are mapped from the system.
  std::size_t bytes() const;

 private:
  using Region = std::uintptr_t;  // its address
  void GiveRegion(Region region);

  mutable std::mutex mutex_;
  std::map<Region, std::uint32_t> free_;  // for each region, a bit for each free block
  std::set<Region> with_room_;
  std::size_t empty_ = 0;  // number of regions with no block in use
};

}  // namespace GC_BUILD
}  // namespace gc
