// core/memory/block_source.h -- blocks of 64 KiB from the system, and back.
//
// Blocks are cut from regions of two megabytes, which the system can map with one huge page: it is
// cheaper to touch for the first time, and cheaper to walk through. Blocks are given from the
// lowest region that has any, so that the higher ones become empty; a region of which no block is
// in use goes back to the system, all but one that is kept for whoever comes next.
//
// Thread rules: any thread.

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
  // All blocks must have come back.
  ~BlockSource();
  BlockSource(const BlockSource&) = delete;
  BlockSource& operator=(const BlockSource&) = delete;

  // kBlockBytes that start at a multiple of kBlockBytes; null if memory has run out.
  void* Take();
  void Give(void* block);

  // What is held from the system.
  std::size_t bytes() const;

 private:
  using Region = std::uintptr_t;  // its address
  void GiveRegion(Region region);

  mutable std::mutex mutex_;
  std::map<Region, std::uint32_t> free_;  // of each region: a bit for each block that is free
  std::set<Region> with_room_;
  std::size_t empty_ = 0;  // regions with no block in use
};

}  // namespace GC_BUILD
}  // namespace gc
