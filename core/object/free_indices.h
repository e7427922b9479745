// core/object/free_indices.h -- the released indices of a table, the last one to be reused first.
//
// An index is taken from the end, in constant time. An object that comes back under its old
// identity takes its index from wherever it is in the list (S1.8). To search for it would cost more
// the more objects died; so the first such call notes the place of each index, and from then on the
// notes are kept. What is taken from the middle leaves a hole (kNoIndex), so that the order of the
// others stays.
//
// Thread rules: one thread at a time, under the table's lock.   Read next: core/object/table.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "core/base/index.h"
#include "core/base/pool.h"

namespace gc {
inline namespace GC_BUILD {

class FreeIndices {
 public:
  bool empty() const { return size() == 0; }
  std::size_t size() const { return list_.size() - holes_; }
  std::size_t capacity() const { return list_.capacity(); }

  void Push(Index index) {
    if (noted_) [[unlikely]]
      places_[index] = list_.size();
    list_.push_back(index);
  }
  // Takes the one that was released last; there must be one.
  Index Pop() {
    while (list_.back() == kNoIndex) {
      list_.pop_back();
      holes_ -= 1;
    }
    const Index index = list_.back();
    list_.pop_back();
    if (noted_) [[unlikely]]
      places_.erase(index);
    return index;
  }
  // Takes this one; false if it is not here.
  bool Take(Index index) {
    if (!noted_) Note();
    const auto found = places_.find(index);
    if (found == places_.end()) return false;
    list_[found->second] = kNoIndex;
    holes_ += 1;
    places_.erase(found);
    if (2 * holes_ > list_.size()) FillHoles();
    return true;
  }

  // Calls visit(index) for each; the one that is reused last comes first.
  template <class Visit>
  void ForEach(Visit&& visit) const {
    for (const Index index : list_) {
      if (index != kNoIndex) visit(index);
    }
  }

  void Recycle() {
    Forget();
    gc::Recycle(list_);
    holes_ = 0;
  }
  // Gives back the memory that is not needed.
  void Trim() {
    FillHoles();
    Forget();
    gc::Trim(list_);
  }

 private:
  void Note() {
    noted_ = true;
    for (std::size_t place = 0; place < list_.size(); ++place) places_[list_[place]] = place;
  }
  void Forget() {
    if (!noted_) return;
    noted_ = false;
    std::unordered_map<Index, std::size_t>().swap(places_);
  }
  void FillHoles() {
    std::erase(list_, kNoIndex);
    holes_ = 0;
    if (noted_) Note();
  }

  std::vector<Index> list_;
  std::size_t holes_ = 0;
  bool noted_ = false;
  std::unordered_map<Index, std::size_t> places_;  // in the list, if they were noted
};

}  // namespace GC_BUILD
}  // namespace gc
