// core/object/index_set.h -- a set of indices, visited in order.
//
// The flip must find the few objects in the root set without reading all others, and in an order
// that does not depend on the order of insertion, so that equal heaps behave alike. The set has a
// bit for each index, and for each 64 words a summary word that says which of them are not zero. A
// million indices without a root cost 250 summary words to read.

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/check.h"
#include "core/base/pool.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

class IndexSet {
 public:
  // A std::bad_alloc if there is no memory, and then the set is what it was. There is always room
  // for an index that MakeRoom was called for.
  void MakeRoom(Index index) {
    if (index / 64 >= words_.size()) Grow(index / 64);
  }
  void Add(Index index) {
    MakeRoom(index);
    AddInRoom(index);
  }
  // Where MakeRoom was called before, which is checked in the build with faults.
  void AddInRoom(Index index) {
    const std::size_t word = index / 64;
    if (kFaulty && word >= words_.size()) {
      Abort(Misuse{.sentence = "room for an index must have been made before", .where = GC_HERE});
    }
    words_[word] |= std::uint64_t{1} << (index % 64);
    summary_[word / 64] |= std::uint64_t{1} << (word % 64);
  }

  void Remove(Index index) {
    const std::size_t word = index / 64;
    if (word >= words_.size()) return;
    words_[word] &= ~(std::uint64_t{1} << (index % 64));
    if (words_[word] == 0) summary_[word / 64] &= ~(std::uint64_t{1} << (word % 64));
  }

  bool Has(Index index) const {
    const std::size_t word = index / 64;
    return word < words_.size() && ((words_[word] >> (index % 64)) & 1u) != 0;
  }

  // Calls visit(index) for each index of the set, in ascending order.
  template <class Visit>
  void ForEach(Visit&& visit) const {
    for (std::size_t block = 0; block < summary_.size(); ++block) {
      for (std::uint64_t some = summary_[block]; some != 0; some &= some - 1) {
        const std::size_t word = block * 64 + static_cast<std::size_t>(std::countr_zero(some));
        for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1) {
          visit(static_cast<Index>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
        }
      }
    }
  }

  // Removes all indices, and keeps the room.
  void Clear() {
    std::fill(words_.begin(), words_.end(), 0);
    std::fill(summary_.begin(), summary_.end(), 0);
  }
  void Recycle() {
    gc::Recycle(words_);
    gc::Recycle(summary_);
  }

 private:
  // The summary first: a set whose words are more than its summary has would lose them.
  void Grow(std::size_t word) {
    summary_.resize(word / 64 + 1);
    words_.resize((word / 64 + 1) * 64);
  }

  std::vector<std::uint64_t> words_;
  std::vector<std::uint64_t> summary_;
};

}  // namespace GC_BUILD
}  // namespace gc
