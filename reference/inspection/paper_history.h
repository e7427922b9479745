// reference/inspection/paper_history.h -- graphs of the last cycles on paper: which are kept.
//
// A graph is drawn at the end of each marking. The newest are kept, so many as are allowed and fit
// into the memory that is allowed; one that does not fit by itself is skipped, and takes the others
// with it. A graph whose table alone does not fit is not drawn, and takes nothing with it. An
// object is as old as the number of graphs that it was in before.
//
// Read next: properties/inspection/inspection_run.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "reference/inspection/paper_heap.h"

namespace reference::inspection {

struct PaperPicture {
  std::uint64_t cycle = 0;
  std::size_t bytes = 0;
  PaperGraph graph;
};

class PaperHistory {
 public:
  PaperHistory(std::size_t most, std::size_t most_bytes) : most_(most), most_bytes_(most_bytes) {}

  void SetLength(std::size_t most) {
    most_ = most;
    while (pictures_.size() > most_) pictures_.pop_front();
  }
  bool IsOn() const { return most_ != 0; }
  std::size_t length() const { return most_; }
  // `table_bytes`: of the table alone. True if it is skipped.
  bool Add(PaperPicture picture, std::size_t table_bytes) {
    if (table_bytes > most_bytes_) return ++skipped_ != 0;
    const bool alone_too_large = picture.bytes > most_bytes_;
    pictures_.push_back(std::move(picture));
    while (pictures_.size() > most_) pictures_.pop_front();
    while (bytes() > most_bytes_) pictures_.pop_front();
    skipped_ += alone_too_large;
    return alone_too_large;
  }
  bool IsDrawn(std::size_t table_bytes) const { return table_bytes <= most_bytes_; }

  std::size_t size() const { return pictures_.size(); }
  const PaperPicture& operator[](std::size_t back) const {
    return pictures_[pictures_.size() - 1 - back];
  }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const PaperPicture& one : pictures_) sum += one.bytes;
    return sum;
  }
  std::uint64_t skipped() const { return skipped_; }
  // How far back the newest is in which the object was alive; serial 0: any with the index.
  std::optional<std::size_t> LastWith(std::uint32_t index, std::uint32_t serial) const {
    for (std::size_t back = 0; back < size(); ++back) {
      const auto& nodes = (*this)[back].graph.nodes;
      const auto at = nodes.find(index);
      if (at == nodes.end() || at->second.doomed) continue;
      if (serial == 0 || at->second.serial == serial) return back;
    }
    return std::nullopt;
  }

 private:
  std::size_t most_;
  const std::size_t most_bytes_;
  std::uint64_t skipped_ = 0;
  std::deque<PaperPicture> pictures_;  // the newest last
};

}  // namespace reference::inspection
