// core/testing/damage.h -- for tests that break a heap, to see whether it is noticed.

#pragma once

namespace gc {

// What a component shows, to be changed behind its back.
template <class T>
T& Damaged(const T& shown) {
  return const_cast<T&>(shown);
}

}  // namespace gc
