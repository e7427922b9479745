// core/pointer/container_keys.h -- repairs a set or a map after its keys were cleared.
//
// The collector clears a reference if its holder waits for its end, or if the target was marked
// garbage. In a container it leaves a null, and the size stays the same. A sequence is still sound.
// But in a set or map a null key is out of its place, and no look-up is safe until the null keys
// are gone. Only the user knows a good moment for that; so the user counts them and drops them.
//
// Read next: core/pointer/object_ptr.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/pointer/container.h"

namespace gc {
inline namespace GC_BUILD {

// The key of an element of a set or a map.
template <Keyed C>
const typename C::key_type& KeyOf(const typename C::value_type& element) {
  if constexpr (requires { typename C::mapped_type; }) {
    return element.first;
  } else {
    return element;
  }
}

// How many keys are null because their reference was cleared.
template <Keyed C>
std::size_t CountNullKeys(const Container<C>& container) {
  return static_cast<std::size_t>(
      std::ranges::count_if(*container, [](const auto& element) { return !KeyOf<C>(element); }));
}

// Drops the elements with null keys and returns how many there were. It moves the others into a new
// container, because in the old one an element can no longer be found by its key.
template <Keyed C>
std::size_t DropNullKeys(Container<C>& container) {
  const std::size_t before = container.size();
  container.Edit([](C& items) {
    C kept;
    for (auto& element : items) {
      if (KeyOf<C>(element)) kept.insert(kept.end(), std::move(element));
    }
    items = std::move(kept);
  });
  return before - container.size();
}

}  // namespace GC_BUILD
}  // namespace gc
