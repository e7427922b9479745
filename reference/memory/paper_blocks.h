// reference/memory/paper_blocks.h -- where memory lies, on paper: regions of blocks, and slots that
// are in use.
//
// A source of blocks maps regions of 32 blocks. It gives the lowest free block of the lowest region
// that has one. A region of which no block is in use is kept as long as about so many were needed
// since the last collection but one, and else given back, the highest first.
//
// What lies in blocks is known by its place and length alone: no two overlap.
//
// Read next: properties/memory/memory_run.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace reference::memory {

inline constexpr std::uintptr_t kBlockBytes = 65'536;
inline constexpr std::uintptr_t kBlocksOfRegion = 32;
inline constexpr std::uintptr_t kRegionBytes = kBlockBytes * kBlocksOfRegion;

class PaperSource {
 public:
  // Which block is given next; nothing if a region is mapped for it, wherever that lies.
  std::optional<std::uintptr_t> Next() const;
  void Taken(std::uintptr_t block);
  void Give(std::uintptr_t block);
  void Age();
  void KeepOne() { GiveEmpty(1, kAll); }
  void Trim();
  std::size_t bytes() const { return regions_.size() * kRegionBytes; }

 private:
  static constexpr std::size_t kAll = ~std::size_t{0};
  std::size_t Empty() const;
  std::size_t Wanted() const;
  void GiveEmpty(std::size_t but, std::size_t most);

  std::map<std::uintptr_t, std::uint32_t> regions_;  // with a bit for each block in use
  std::size_t filled_ = 0;
  std::size_t filled_before_ = 0;
};

// Slots in use, by address.
class PaperSlots {
 public:
  // False if it overlaps another.
  bool Add(std::uintptr_t address, std::size_t bytes);
  void Remove(std::uintptr_t address) { slots_.erase(address); }
  // How many blocks have a slot in use.
  std::size_t Blocks() const;
  const std::map<std::uintptr_t, std::size_t>& slots() const { return slots_; }

 private:
  std::map<std::uintptr_t, std::size_t> slots_;
};

inline std::optional<std::uintptr_t> PaperSource::Next() const {
  for (const auto& [region, used] : regions_) {
    for (std::uintptr_t block = 0; block < kBlocksOfRegion; ++block) {
      if ((used >> block & 1u) == 0) return region + block * kBlockBytes;
    }
  }
  return std::nullopt;
}

inline void PaperSource::Taken(std::uintptr_t block) {
  std::uint32_t& used = regions_[block / kRegionBytes * kRegionBytes];
  filled_ += used == 0;
  used |= 1u << (block % kRegionBytes / kBlockBytes);
}

inline void PaperSource::Give(std::uintptr_t block) {
  const std::uintptr_t region = block / kRegionBytes * kRegionBytes;
  std::uint32_t& used = regions_[region];
  used &= ~(1u << (block % kRegionBytes / kBlockBytes));
  if (used == 0 && Empty() > Wanted()) regions_.erase(region);
}

inline std::size_t PaperSource::Empty() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(regions_, [](const auto& region) { return region.second == 0; }));
}

// One is always kept.
inline std::size_t PaperSource::Wanted() const {
  return std::max({filled_, filled_before_, std::size_t{1}});
}

inline void PaperSource::GiveEmpty(std::size_t but, std::size_t most) {
  for (; most > 0 && Empty() > but; --most) {
    const auto highest = std::find_if(regions_.rbegin(), regions_.rend(),
                                      [](const auto& region) { return region.second == 0; });
    regions_.erase(highest->first);
  }
}

// Four at most, as this is part of a pause.
inline void PaperSource::Age() {
  GiveEmpty(Wanted(), 4);
  filled_before_ = std::exchange(filled_, 0);
}

inline void PaperSource::Trim() {
  filled_ = filled_before_ = 0;
  GiveEmpty(0, kAll);
}

inline bool PaperSlots::Add(std::uintptr_t address, std::size_t bytes) {
  const auto next = slots_.lower_bound(address);
  if (next != slots_.end() && next->first < address + bytes) return false;
  if (next != slots_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second > address) return false;
  }
  return slots_.emplace(address, bytes).second;
}

inline std::size_t PaperSlots::Blocks() const {
  std::set<std::uintptr_t> blocks;
  for (const auto& [address, bytes] : slots_) blocks.insert(address / kBlockBytes);
  return blocks.size();
}

}  // namespace reference::memory
