// core/inspect/search/address_map.h -- finds the index of an object's address without reading it.
//
// Tools that inspect a heap must find references that lead nowhere. To follow such a reference
// would crash. Therefore the addresses of all existing objects are put into a map first, and
// references are looked up in it.
//
// The map is emptied in constant time, so that one map can serve many heaps, one after the other.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

class AddressMap {
 public:
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFu;

  // `epoch`: how often it was cleared, plus one; a test begins shortly before the number wraps.
  explicit AddressMap(std::uint32_t epoch = 1) : epoch_(epoch) {}

  void Clear() {
    used_ = 0;
    live_ = 0;
    if (++epoch_ != 0) return;
    cells_.assign(cells_.size(), {});  // the epoch number has wrapped around
    epoch_ = 1;
  }

  // Adds an address, which must not be in the map yet.
  void Insert(const void* address, std::uint32_t value) {
    if ((used_ + 1) * 2 > cells_.size()) Grow();
    Place(address, value);
  }

  std::uint32_t Find(const void* address) const {
    if (cells_.empty()) return kAbsent;
    for (std::size_t at = Home(address);; at = (at + 1) & (cells_.size() - 1)) {
      const Cell& cell = cells_[at];
      if (cell.epoch != epoch_) return kAbsent;
      if (cell.address == address) return cell.value;
    }
  }

  void Erase(const void* address) {
    if (cells_.empty()) return;
    for (std::size_t at = Home(address); cells_[at].epoch == epoch_;
         at = (at + 1) & (cells_.size() - 1)) {
      if (cells_[at].address != address) continue;
      cells_[at].address = nullptr;  // the cell stays used, so that later ones are still found
      live_ -= 1;
      return;
    }
  }

  // The number of cells; there are at least twice as many as addresses.
  std::size_t capacity() const { return cells_.size(); }

 private:
  struct Cell {
    const void* address = nullptr;
    std::uint32_t value = 0;
    std::uint32_t epoch = 0;  // a cell of another epoch than the map's is empty
  };

  std::size_t Home(const void* address) const {
    const std::uint64_t spread =
        (reinterpret_cast<std::uintptr_t>(address) >> 4) * 0x9E3779B97F4A7C15u;
    return static_cast<std::size_t>(spread >> 32) & (cells_.size() - 1);
  }

  void Place(const void* address, std::uint32_t value) {
    std::size_t at = Home(address);
    while (cells_[at].epoch == epoch_) at = (at + 1) & (cells_.size() - 1);
    cells_[at] = {address, value, epoch_};
    used_ += 1;
    live_ += 1;
  }

  // Makes room for twice as many addresses, and drops erased cells.
  void Grow() {
    const std::vector<Cell> before = std::exchange(cells_, {});
    std::size_t size = 32;
    while (size < live_ * 4) size *= 2;
    cells_.resize(size);
    used_ = 0;
    live_ = 0;
    for (const Cell& cell : before) {
      if (cell.epoch == epoch_ && cell.address != nullptr) Place(cell.address, cell.value);
    }
  }

  std::vector<Cell> cells_;  // their number is a power of two
  std::size_t used_ = 0;     // used cells, erased ones included
  std::size_t live_ = 0;     // number of addresses
  std::uint32_t epoch_;
};

}  // namespace GC_BUILD
}  // namespace gc
