// core/cluster/member_map.h -- which clustered object an address is inside of.
//
// A store knows the address of the slot that it writes, and not the object around it. The slot may
// as well be on the stack or in a container's memory, so the memory around it tells nothing. This
// map keeps the address ranges of clustered objects, and of no others, by page; in each page they
// are sorted.
//
// Read next: core/cluster/clusters.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

class MemberMap {
 public:
  void Add(const void* start, std::size_t bytes, Index index) {
    const Range range{AddressOf(start), AddressOf(start) + bytes, index};
    for (std::uintptr_t page = PageOf(range.start); page <= PageOf(range.end - 1); ++page) {
      std::vector<Range>& ranges = pages_[page];
      ranges.insert(std::upper_bound(ranges.begin(), ranges.end(), range.start, IsBefore), range);
    }
  }

  void Remove(const void* start, std::size_t bytes) {
    const std::uintptr_t from = AddressOf(start);
    for (std::uintptr_t page = PageOf(from); page <= PageOf(from + bytes - 1); ++page) {
      const auto found = pages_.find(page);
      if (found == pages_.end()) continue;
      std::erase_if(found->second, [from](const Range& range) { return range.start == from; });
      if (found->second.empty()) pages_.erase(found);
    }
  }

  // The index of the object that the address is inside of, or kNoIndex.
  Index Find(const void* address) const {
    const std::uintptr_t at = AddressOf(address);
    const auto found = pages_.find(PageOf(at));
    if (found == pages_.end()) return kNoIndex;
    const std::vector<Range>& ranges = found->second;
    const auto behind = std::upper_bound(ranges.begin(), ranges.end(), at, IsBefore);
    if (behind == ranges.begin() || at >= behind[-1].end) return kNoIndex;
    return behind[-1].index;
  }

  void Clear() { pages_.clear(); }

 private:
  struct Range {
    std::uintptr_t start;
    std::uintptr_t end;
    Index index;
  };
  static constexpr int kPageBits = 12;

  static std::uintptr_t AddressOf(const void* at) { return reinterpret_cast<std::uintptr_t>(at); }
  static std::uintptr_t PageOf(std::uintptr_t address) { return address >> kPageBits; }
  static bool IsBefore(std::uintptr_t address, const Range& range) { return address < range.start; }

  std::unordered_map<std::uintptr_t, std::vector<Range>> pages_;
};

}  // namespace GC_BUILD
}  // namespace gc
