// core/testing/fingerprints.h -- the fingerprint of a heap, for tests that compare two of them.

#pragma once

#include <cstdint>

#include "core/inspect/verify/fingerprint.h"

namespace gc {

inline std::uint64_t FingerprintOf(const Heap& heap) {
  Hasher hasher;
  AddState(heap, hasher);
  return hasher.Value();
}

}  // namespace gc
