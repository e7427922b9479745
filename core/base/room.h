// core/base/room.h -- a list is asked for room before it is written, and no room is an answer.
//
// A vector that cannot grow throws. In the middle of a collector's step that would leave an object
// marked that waits in no list, or a doomed one that nothing will ever free; so code that has such
// a list in its hand asks first, and does something else if there is no room.
//
// Thread rules: those of the list.
//
// Read next: core/population/wavefront.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/build.h"
#include "core/base/check.h"

namespace gc {
inline namespace GC_BUILD {

// Makes room for `more` items, and some to spare; false if there is no memory, and then the list is
// what it was.
template <class T>
[[gnu::noinline]] bool MakeRoom(std::vector<T>& list, std::size_t more) noexcept {
  try {
    list.reserve(std::max(list.size() + more, 2 * list.capacity()));
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

// Whether there is room for `more` items, if need be after it was made.
template <class T>
inline bool HasRoom(std::vector<T>& list, std::size_t more = 1) {
  return list.capacity() - list.size() >= more || MakeRoom(list, more);
}

// Appends an item; false if there is no memory, and then the list is what it was.
template <class T>
[[nodiscard]] inline bool TryPush(std::vector<T>& list, const T& item) {
  if (!HasRoom(list)) [[unlikely]]
    return false;
  list.push_back(item);
  return true;
}

// Where a list must not ask for memory, since room was made before: in the build with faults, a
// list that has none after all aborts, however much memory there is.
template <class T>
inline void AssertRoom(const std::vector<T>& list, std::size_t more = 1) {
  if (!kFaulty || list.capacity() - list.size() >= more) return;
  Abort(Misuse{.sentence = "room for what is listed here must have been made before",
               .where = GC_HERE});
}

// Appends where room was made before.
template <class T>
inline void PushInRoom(std::vector<T>& list, std::type_identity_t<T> item) {
  AssertRoom(list);
  list.push_back(std::move(item));
}
template <class T, class Items>
inline void AppendInRoom(std::vector<T>& list, const Items& items) {
  AssertRoom(list, items.size());
  list.insert(list.end(), items.begin(), items.end());
}

// What make() answers; where memory runs out in the middle of it, out_of_room() ends the program.
// For what is made once for all, and cannot be done without.
template <class Make, class OutOfRoom>
auto MakeOrEnd(const Make& make, const OutOfRoom& out_of_room) {
  try {
    return make();
  } catch (const std::bad_alloc&) {
    out_of_room();
    std::abort();
  }
}

}  // namespace GC_BUILD
}  // namespace gc
