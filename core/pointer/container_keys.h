// core/pointer/container_keys.h -- what becomes of a set or a map when its keys let go.
//
// A reference that is cleared from outside (the holder waits for its end, or the target was marked
// garbage) leaves a null where it stood, and the container's size is what it was. For a sequence
// that is all there is to it. A set or a map then has a key that is out of its place: nothing can
// be looked up safely until the null keys are gone. Nobody else can know when that is
// convenient, so the user asks how many there are, and drops them.
//
// Read next: core/pointer/object_ptr.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/pointer/container.h"

namespace gc {
inline namespace GC_BUILD {

template <class C>
concept Keyed = requires {
  typename C::key_type;
  requires HoldsReferences<typename C::key_type>;
};

// The key of an element of a set or a map.
template <Keyed C>
const typename C::key_type& KeyOf(const typename C::value_type& element) {
  if constexpr (requires { typename C::mapped_type; }) {
    return element.first;
  } else {
    return element;
  }
}

// How many keys let go of their object.
template <Keyed C>
std::size_t CountNullKeys(const Container<C>& container) {
  return static_cast<std::size_t>(
      std::ranges::count_if(*container, [](const auto& element) { return !KeyOf<C>(element); }));
}

// Drops the elements whose keys let go, and answers how many: the rest is put in order in a new
// container, for in the old one nothing can be found by its key.
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
