// core/testing/raw_store.h -- a store that no barrier sees, and the end of the marking in which it
// was made.

#pragma once

#include <cstring>

#include "core/testing/nodes.h"

namespace gc {

// Stores a reference past the barrier, as older code does.
inline void StoreRaw(ObjectPtr<Node>& slot, Node* target) {
  std::memcpy(static_cast<void*>(&slot), static_cast<const void*>(&target), sizeof target);
}

inline void EndTrace(Heap& heap) {
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
}

}  // namespace gc
