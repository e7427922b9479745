// core/inspect/report/cycle_history.h -- the records of the last cycles, and their changes.
//
// Read next: core/inspect/report/graph_history.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/inspect/report/cycle_record.h"

namespace gc {
inline namespace GC_BUILD {

// Keeps the newest records: when it is full, a new record replaces the oldest.
class CycleHistory {
 public:
  // `cycles`: the greatest number of records that are kept; 0: none.
  explicit CycleHistory(std::size_t cycles) : cycles_(cycles) {}

  // Keeps the newest `cycles` of the records that there are.
  void SetLength(std::size_t cycles) {
    std::rotate(records_.begin(), records_.begin() + static_cast<std::ptrdiff_t>(oldest_),
                records_.end());
    oldest_ = 0;
    cycles_ = cycles;
    if (records_.size() <= cycles) return;
    records_.erase(records_.begin(), records_.end() - static_cast<std::ptrdiff_t>(cycles));
  }

  void Add(const CycleRecord& record) {
    if (cycles_ == 0) return;
    if (records_.size() < cycles_) {
      records_.push_back(record);
    } else {
      records_[oldest_] = record;
      oldest_ = (oldest_ + 1) % cycles_;
    }
  }

  // Records by their age, from 0, the newest.
  std::size_t size() const { return records_.size(); }
  const CycleRecord& operator[](std::size_t back) const {
    return records_[(oldest_ + records_.size() - 1 - back) % records_.size()];
  }
  // The difference of record `back` and the one before it; requires back + 1 < size().
  CycleChange ChangeOf(std::size_t back) const {
    return ChangeFrom((*this)[back + 1], (*this)[back]);
  }

 private:
  std::size_t cycles_;
  std::size_t oldest_ = 0;
  std::vector<CycleRecord> records_;
};

}  // namespace GC_BUILD
}  // namespace gc
