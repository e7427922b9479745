// model/threads/memory/total_order.h -- the one order of all sequentially consistent events.
//
// C++ wants one total order of the sequentially consistent accesses and fences, the same for all
// threads. It need not be the order in which a search takes them:
//
//     thread 1          thread 2         thread 3
//     x = 1             a -> 1           b -> 1
//     fence, F          b = 1            fence, G
//     a = 1                              x -> 0 is allowed, as G may be before F
//
// So a new event is put at any place of the order where C++ allows it, as a new write is put at any
// place in the order of its location. C++ forbids that an event A is before an event B if something
// that comes before B, or is B, stands earlier in a location's order than something that comes
// after A, or is A: [atomics.order] 4. (To come before a fence is to happen before it; a read
// stands right behind the write that it reads.) It suffices to keep two numbers for each place of
// the total order and each location:
//
//   reached   the newest write that anything before an event of this place or an earlier one has
//             written or read: what comes after must not read an older one, or be written before it
//   bound     the oldest that anything after an event of this place or a later one has read, or
//             written: what comes before must not be newer
//
// A place is forgotten when no thread can put an event before it any more.
//
// Read next: memory.h.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/threads/memory/view.h"

namespace model::threads {

inline constexpr std::size_t kMaxEvents = 12;  // that can still be told apart

class TotalOrder {
 public:
  // Events have the places 1 to Size(); place 0 stands for all events that were forgotten.
  std::size_t Size() const { return size_; }
  bool IsFull() const { return size_ == kMaxEvents; }

  // The oldest write to a location that something after the event at a place may read.
  std::uint8_t ReachedAt(std::size_t place, Location where) const {
    return entries_[place].reached[where];
  }
  // Whether an event that reads the write at `at`, or writes behind it, may come right after the
  // event at `place`.
  bool AllowsRead(std::size_t place, Location where, std::size_t at) const {
    return entries_[place].reached[where] <= at &&
           (place == size_ || 2 * at + 1 <= entries_[place + 1].bound[where]);
  }
  bool AllowsWrite(std::size_t place, Location where, std::size_t at) const {
    return entries_[place].reached[where] <= at &&
           (place == size_ || entries_[place + 1].bound[where] / 2u > at);
  }
  bool AllowsFence(std::size_t place, const View& before) const;

  // Each puts an event right after the one at `place`. The write at `at` was read, or was written
  // by the event (an update has read the one behind it).
  void PutRead(std::size_t place, Location where, std::size_t at);
  void PutWrite(std::size_t place, Location where, std::size_t at, bool updates);
  void PutFence(std::size_t place, const View& before);

  // Something that happens after the fence at `place` has read or written.
  void NoteRead(std::size_t place, Location where, std::size_t at) {
    Bound(place, where, 2 * at + 1);
  }
  void NoteWrite(std::size_t place, Location where, std::size_t at) { Bound(place, where, 2 * at); }

  // A write came to stand at `at`, or the oldest ones are forgotten.
  void Shift(Location where, std::size_t at);
  void ForgetWrites(Location where, std::size_t oldest);
  void Remove(std::size_t place);  // a place that is not 0

  // Whether an event would rather stand on the other side of the one at `place`, if it could stand
  // on either: then the place need not be told from the one after it.
  bool IsIdle(std::size_t place) const {
    return entries_[place].reached == entries_[place - 1].reached ||
           (place < size_ ? entries_[place].bound == entries_[place + 1].bound
                          : entries_[place].bound == kUnbounded);
  }

  void AppendTo(std::string& key, std::size_t locations) const;
  void ReadFrom(std::string_view& key, std::size_t locations);

 private:
  using Places = std::array<std::uint8_t, kMaxLocations>;
  static constexpr std::uint8_t kNone = 255;
  static constexpr Places kUnbounded = [] {
    Places places = {};
    places.fill(kNone);
    return places;
  }();
  struct Entry {
    Places reached = {};
    Places bound = kUnbounded;  // twice the write's place, and 1 more if it was only read
  };
  void Bound(std::size_t place, Location where, std::size_t bound);
  void Insert(std::size_t place);

  std::uint8_t size_ = 0;
  std::array<Entry, kMaxEvents + 1> entries_ = {};
};

}  // namespace model::threads
