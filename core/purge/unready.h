// core/purge/unready.h -- the objects that keep a purge from being complete.
//
// A full purge waits for objects that are not ready to finish, but not for ever: a fence that is
// never signalled would hang the program. When the grace time is over, the purge names the objects
// that remain, so that their classes can be put right; the objects go on waiting.
//
// Read next: core/purge/purger.h.

#pragma once

#include <cstddef>
#include <vector>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

struct Unready {
  struct Culprit {
    Index index = kNoIndex;
    const Class* type = nullptr;
  };
  static constexpr std::size_t kNamed = 10;

  std::size_t count = 0;               // of objects that still wait
  std::vector<Culprit> culprits = {};  // the first, kNamed at most; none without memory

  explicit operator bool() const { return count != 0; }
};

}  // namespace GC_BUILD
}  // namespace gc
