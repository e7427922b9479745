// core/purge/doomed_chain.h -- doomed objects in a row, for which no memory is needed.
//
// A collector is needed most where memory has run out, and there a list of the doomed may have no
// room. What is doomed and in no list would never be freed. So there is a second kind of list: each
// index notes the next one in a word of its entry that no doomed object needs, where the strong
// count stands as long as there is one. What a list would note beside the index (Doomed) is read
// from the object when it is taken from the chain.
//
// Thread rules: none of its own; an index is in one chain at a time.
//
// Read next: core/purge/purger.h.

#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

#include "core/object/table.h"

namespace gc {
inline namespace GC_BUILD {

class DoomedChain {
 public:
  bool empty() const { return first_ == kNoIndex; }
  std::size_t size() const { return size_; }
  Index first() const { return first_; }
  Index last() const { return last_; }
  // The index behind one of the chain; kNoIndex behind the last.
  static Index Behind(const Table& table, Index index) {
    const Entry& entry = table[index];
    return entry.strong.load(std::memory_order_relaxed);
  }

  // Appends the index of a doomed object.
  void Append(Table& table, Index index) {
    Note(table[index], kNoIndex);
    Link(table, index);
    last_ = index;
    size_ += 1;
  }
  // Appends all of another chain, which is empty afterwards.
  void Append(Table& table, DoomedChain& other) {
    if (other.empty()) return;
    Link(table, other.first_);
    last_ = other.last_;
    size_ += other.size_;
    other.Forget();
  }
  // Takes the first one of a chain that is not empty.
  Index Pop(Table& table) {
    const Index index = first_;
    first_ = Behind(table, index);
    Note(table[index], 0);
    if (first_ == kNoIndex) last_ = kNoIndex;
    size_ -= 1;
    return index;
  }
  // Calls visit(index) for each, in their order.
  template <class Visit>
  void ForEach(const Table& table, Visit&& visit) const {
    for (Index at = first_; at != kNoIndex; at = Behind(table, at)) visit(at);
  }
  // Empties the chain; the entries stay as they are.
  void Forget() { *this = {}; }

 private:
  static void Note(Entry& entry, Index index) {
    entry.strong.store(index, std::memory_order_relaxed);
  }
  void Link(Table& table, Index index) {
    if (empty()) {
      first_ = index;
    } else {
      Note(table[last_], index);
    }
  }

  Index first_ = kNoIndex;
  Index last_ = kNoIndex;
  std::size_t size_ = 0;
};

// What a purge has for which its lists had no room.
struct DoomedChains {
  DoomedChain batch;               // to begin, and then to be asked when all that is listed was
  Index next_to_begin = kNoIndex;  // of these
  DoomedChain finished;            // were ready; to be freed when all that is listed is
  DoomedChain waiting;             // were not ready, and are asked again

  void Forget() { *this = {}; }
};

}  // namespace GC_BUILD
}  // namespace gc
