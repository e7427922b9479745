// core/memory/block_source.h -- takes blocks of 64 KiB from the system and gives them back.
//
// Blocks are cut from regions of two megabytes, which the system can map with one huge page: that
// is cheaper to touch for the first time, and cheaper to read through. Blocks are given out from
// the lowest region that has a free one, so that higher regions become empty. A region without a
// used block goes back to the system, unless it will soon be needed again.
//
// What will be needed? A program that makes garbage at a constant pace empties some regions in each
// collection and fills as many before the next one. To give them back and to ask for them again
// costs more than all births in them, since the system clears them each time. So as many empty
// regions are kept as were filled between two collections lately (Age says where one ends), and one
// at least. What a program has filled once and for all goes back as soon as it is empty.
//
// Thread rules: all calls are allowed from any thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "core/base/build.h"
#include "core/base/guarded.h"
#include "core/object/owner.h"

namespace gc {
inline namespace GC_BUILD {

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
  // Notes that a collection has ended, and gives back regions that were kept and not needed, a few
  // at a time, as this is part of a pause.
  void Age();
  // A heap was dropped: gives back all regions that were kept, but one.
  void KeepOne();
  // Gives back all regions that were kept though no block of them is in use, and keeps none before
  // some are needed again.
  void Trim();

  // Bytes that are mapped from the system.
  std::size_t bytes() const;

 private:
  using Region = std::uintptr_t;  // its address
  // Regions, each with a bit for each free block. A region is in one of two maps. It goes from one
  // to the other as a node, for which no memory is needed: to free an object must not fail.
  using Regions = std::map<Region, std::uint32_t>;
  bool AddRegion();
  Regions::iterator WithRoom(Region region);
  Regions::iterator GiveRegion(Regions::iterator at);
  void GiveEmpty(std::size_t but, std::size_t most);
  std::size_t Wanted() const;

  mutable Mutex mutex_;
  Guarded<Regions> with_room_{mutex_};
  Guarded<Regions> full_{mutex_};
  std::size_t empty_ = 0;  // number of regions with no block in use
  // How many empty regions came into use since the last collection's end, and before that since the
  // one before.
  std::size_t filled_ = 0;
  std::size_t filled_before_ = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
