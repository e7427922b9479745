// reference/memory/paper_table.h -- which index is given next, on paper.
//
// Indices are given one after the other, up to the end of the last chunk. One that comes back goes
// on top of a stack, and is given before a new one, unless that is turned off. For some there is no
// room on the stack: they lie on a second one, which is used when the first is empty, and is put on
// the first, top first, when an index is claimed or memory is given back. Some low indices are
// apart: they are asked for, and given once.
//
// Read next: properties/memory/core_tables.cc.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace reference::memory {

inline constexpr std::uint32_t kIndicesOfChunk = 65'536;
inline constexpr std::uint32_t kNone = 0;  // an index of no object

class PaperTable {
 public:
  void Open(std::uint32_t most, std::uint32_t low, bool reuse) {
    *this = {};
    capacity = (most / kIndicesOfChunk + 1) * kIndicesOfChunk;
    first = std::min(low, most) + 1;
    end = first;
    reuses = reuse;
  }

  std::uint32_t Acquire() {
    if (reuses && !released.empty()) return Top(released);
    if (reuses && !spilled.empty()) return Top(spilled);
    if (unused != kNone) return Top(unused);
    return end < capacity ? end++ : kNone;
  }
  std::uint32_t AcquireLow() { return next_low < first ? next_low++ : kNone; }
  bool IsFull() const {
    const bool again = reuses && (!released.empty() || !spilled.empty());
    return !again && unused == kNone && end == capacity;
  }
  // The index that was given last was not used.
  void GiveBack(std::uint32_t index) {
    if (index < first) {
      next_low -= 1;
    } else if (reuses) {
      Release(index, true);
    } else {
      unused = index;
    }
  }
  void Release(std::uint32_t index, bool room) { (room ? released : spilled).push_back(index); }
  // Gives this one; those before it, which were never given, are released from the last one on.
  bool Claim(std::uint32_t index) {
    if (index < first || index >= capacity) return false;
    ListSpilled();
    if (index < end) return std::erase(released, index) != 0;
    for (std::uint32_t skipped = index; skipped-- > end;) released.push_back(skipped);
    end = index + 1;
    return true;
  }
  void ListSpilled() {
    while (!spilled.empty()) released.push_back(Top(spilled));
  }

  std::uint32_t capacity = 0;  // one more than the highest
  std::uint32_t first = 1;     // behind the low ones
  std::uint32_t next_low = 1;
  std::uint32_t end = 1;  // one more than the highest that was given
  bool reuses = true;
  std::vector<std::uint32_t> released;
  std::vector<std::uint32_t> spilled;
  std::uint32_t unused = kNone;

 private:
  static std::uint32_t Top(std::vector<std::uint32_t>& stack) {
    const std::uint32_t top = stack.back();
    stack.pop_back();
    return top;
  }
  static std::uint32_t Top(std::uint32_t& alone) {
    const std::uint32_t top = alone;
    alone = kNone;
    return top;
  }
};

}  // namespace reference::memory
