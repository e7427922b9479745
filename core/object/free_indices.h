// core/object/free_indices.h -- the released indices of a table, the last one to be reused first.
//
// An index is taken from the end, in constant time. An object that comes back under its old
// identity takes its index from wherever it is in the list (S1.8). To search for it would cost more
// the more objects died; so each index knows its place in the list. The caller has a word for it:
// the empty entry of the index, where a strong count stands as long as there is an object. What is
// taken from the middle leaves a hole (kNoIndex), so that the order of the others stays.
//
// A word may be written by others when its index was taken, and even before in a heap with faults.
// So what it says is believed only if the list has the index there.
//
// Thread rules: one thread at a time, under the table's lock.   Read next: core/object/table.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/index.h"
#include "core/base/pool.h"
#include "core/base/room.h"

namespace gc {
inline namespace GC_BUILD {

class FreeIndices {
 public:
  // Where an index is in the list.
  using Place = std::uint32_t;

  bool empty() const { return size() == 0; }
  std::size_t size() const { return list_.size() - holes_; }
  std::size_t capacity() const { return list_.capacity(); }

  // Whether Push needs no memory, or gets it.
  bool HasRoom() { return gc::HasRoom(list_); }
  // Answers the place, which the caller notes for Take.
  Place Push(Index index) {
    PushInRoom(list_, index);
    return static_cast<Place>(list_.size() - 1);
  }
  // Whether the last place of the list has an index, which PopLast takes.
  bool HasLast() const { return !list_.empty() && list_.back() != kNoIndex; }
  Index PopLast() {
    const Index index = list_.back();
    list_.pop_back();
    return index;
  }
  // Takes the one that was released last; kNoIndex if there is none.
  Index Pop() {
    while (!list_.empty()) {
      const Index index = list_.back();
      list_.pop_back();
      if (index != kNoIndex) [[likely]]
        return index;
      holes_ -= 1;
    }
    return kNoIndex;
  }
  // Takes this one; false if it is not at that place. Then calls note(index, place) for each whose
  // place changed.
  template <class Note>
  bool Take(Index index, Place place, const Note& note) {
    if (index == kNoIndex || place >= list_.size() || list_[place] != index) return false;
    list_[place] = kNoIndex;
    holes_ += 1;
    if (2 * holes_ > list_.size()) FillHoles(note);
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
    gc::Recycle(list_);
    holes_ = 0;
  }
  // Gives back the memory that is not needed.
  template <class Note>
  void Trim(const Note& note) {
    FillHoles(note);
    gc::Trim(list_);
  }

 private:
  template <class Note>
  void FillHoles(const Note& note) {
    if (holes_ == 0) return;
    std::erase(list_, kNoIndex);
    holes_ = 0;
    for (std::size_t place = 0; place < list_.size(); ++place) {
      note(list_[place], static_cast<Place>(place));
    }
  }

  std::vector<Index> list_;
  std::size_t holes_ = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
