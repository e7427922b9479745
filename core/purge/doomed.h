// core/purge/doomed.h -- a doomed object, with what freeing it needs.
//
// When a doomed object is freed, its class may be gone, and so may every object that it refers to.
// So what freeing needs of the class is noted at begin-destroy, while the class is there.
//
// Read next: core/purge/purger.cc.

#pragma once

#include "core/memory/memory.h"
#include "core/object/class.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

struct Doomed {
  Object* object = nullptr;
  Index index = kNoIndex;
  bool index_released = false;  // faulty build
  bool anywhere = false;        // may be destroyed on any thread
  ObjectMemory::Block block = {};
  Class::Callback destroy = nullptr;
};

}  // namespace GC_BUILD
}  // namespace gc
