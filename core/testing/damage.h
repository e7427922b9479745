// core/testing/damage.h -- lets a test damage a heap, to see whether the verifier notices.

#pragma once

namespace gc {

// Makes writable what a component lets be read only.
template <class T>
T& Damaged(const T& shown) {
  return const_cast<T&>(shown);
}

}  // namespace gc
