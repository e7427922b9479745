// core/world/hold.h -- holds the lock of a heap, unless its caller holds it already.
//
// What makes clusters, or reads all references of a heap, must not run beside the sections of other
// threads. It may be called in a slice, under the lock, or between two slices.
//
// Thread rules: the collector's thread, outside of sections.
// Read next: core/base/lock.h.

#pragma once

#include "core/base/lock.h"

namespace gc {
inline namespace GC_BUILD {

class Hold {
 public:
  explicit Hold(Lock& lock) : lock_(lock), mine_(!lock.IsLocked()) {
    if (mine_) lock_.Acquire();
  }
  ~Hold() {
    if (mine_) lock_.Release();
  }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  Lock& lock_;
  const bool mine_;
};

}  // namespace GC_BUILD
}  // namespace gc
