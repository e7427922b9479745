// core/cluster/member_map.h -- which clustered object an address is inside of.
//
// A store knows the address of the slot that it writes, and not the object around it. The slot may
// as well be on the stack or in a container's memory, so the memory around it tells nothing. This
// map keeps the address ranges of clustered objects, and of no others, by page; in each page they
// are sorted. Where these are is known to the whole process, so that most stores ask no heap
// (core/pointer/clustered_granules.h).
//
// Read next: core/cluster/clusters.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/pool.h"
#include "core/base/room.h"
#include "core/object/header.h"
#include "core/pointer/clustered_granules.h"

namespace gc {
inline namespace GC_BUILD {

class MemberMap {
 public:
  MemberMap() = default;
  MemberMap(const MemberMap&) = delete;
  MemberMap& operator=(const MemberMap&) = delete;
  ~MemberMap() { Clear(); }

  // A std::bad_alloc if there is no memory, and then the map knows the pages and the range of none.
  void Add(const void* start, std::size_t bytes, Index index) {
    const Range range{AddressOf(start), AddressOf(start) + bytes, index};
    for (std::uintptr_t page = PageOf(range.start); page <= PageOf(range.end - 1); ++page) {
      MakeRoomOn(page);
    }
    for (std::uintptr_t page = PageOf(range.start); page <= PageOf(range.end - 1); ++page) {
      std::vector<Range>& ranges = pages_[page];
      AssertRoom(ranges);
      ranges.insert(std::upper_bound(ranges.begin(), ranges.end(), range.start, IsBefore), range);
    }
    ClusteredGranules::Enter(range.start, range.end);
  }

  // Removes the ranges of all objects that are going, of which `inside` is one. To be called for
  // each of them in turn, in any order; `last` is null at first. Objects of a cluster often share
  // pages, and a page is looked through once for all of them that come one after the other. The
  // memory there is not read: a gather removes the dead, and reads no object (S1.6).
  template <class IsGoing>
  void RemoveAll(const void* inside, std::uintptr_t& last, const IsGoing& is_going) {
    const std::uintptr_t page = PageOf(AddressOf(inside));
    if (std::exchange(last, page) == page) return;
    const auto found = pages_.find(page);
    if (found == pages_.end()) return;
    std::vector<Range>& ranges = found->second;
    const auto going = std::stable_partition(
        ranges.begin(), ranges.end(), [&](const Range& range) { return !is_going(range.index); });
    if (going == ranges.end()) return;
    for (auto range = going; range != ranges.end(); ++range) {
      ClusteredGranules::Leave(range->start, range->end);
      for (std::uintptr_t at = PageOf(range->start); at <= PageOf(range->end - 1); ++at) {
        if (at != page) RemoveFrom(at, *range);
      }
    }
    if (going == ranges.begin()) return void(pages_.erase(found));
    ranges.erase(going, ranges.end());
  }

  // The index of the object that the address is inside of, or kNoIndex.
  Index Find(const void* address) const {
    const Range* const range = RangeAround(address);
    return range != nullptr ? range->index : kNoIndex;
  }

  void Clear() {
    LeaveGranules();
    Recycle(pages_);
  }

  // What the process knows of this map. A tool that puts the map's memory back to how it was leaves
  // the granules before, and enters those that are there then.
  void LeaveGranules() const {
    ForEachRange([](const Range& one) { ClusteredGranules::Leave(one.start, one.end); });
  }
  void EnterGranules() const {
    ForEachRange([](const Range& one) { ClusteredGranules::Enter(one.start, one.end); });
  }

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

  using Pages = std::unordered_map<std::uintptr_t, std::vector<Range>>;

  // A page that stays without an object is there as if it were not.
  void MakeRoomOn(std::uintptr_t page) {
    std::vector<Range>& ranges = pages_[page];
    if (!HasRoom(ranges)) throw std::bad_alloc();
  }
  void RemoveFrom(std::uintptr_t page, const Range& gone) {
    const auto found = pages_.find(page);
    if (found == pages_.end()) return;
    std::erase_if(found->second, [&](const Range& range) { return range.start == gone.start; });
    if (found->second.empty()) pages_.erase(found);
  }
  // Each once, and not for each of its pages.
  template <class Visit>
  void ForEachRange(const Visit& visit) const {
    for (const auto& [page, ranges] : pages_) {
      for (const Range& range : ranges) {
        if (PageOf(range.start) == page) visit(range);
      }
    }
  }

  const Range* RangeAround(const void* address) const {
    const std::uintptr_t at = AddressOf(address);
    const auto found = pages_.find(PageOf(at));
    if (found == pages_.end()) return nullptr;
    const std::vector<Range>& ranges = found->second;
    const auto behind = std::upper_bound(ranges.begin(), ranges.end(), at, IsBefore);
    return behind == ranges.begin() || at >= behind[-1].end ? nullptr : &behind[-1];
  }

  Pages pages_;
};

}  // namespace GC_BUILD
}  // namespace gc
