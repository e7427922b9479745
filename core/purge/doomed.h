// core/purge/doomed.h -- a doomed object, with what freeing it needs.
//
// When a doomed object is freed, its class may be gone, and so may every object that it refers to.
// So what freeing needs of the class is noted at begin-destroy, while the class is there.
//
// Read next: core/purge/purger.cc.

#pragma once

#include <cstddef>
#include <cstdint>

#include "core/memory/memory.h"
#include "core/object/class.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

struct Doomed {
  Object* object = nullptr;
  Index index = kNoIndex;
  std::uint32_t object_offset = 0;  // in bytes, from the start of the memory
  Class::Callback destroy = nullptr;
  std::size_t bytes = 0;        // of the memory
  bool index_released = false;  // faulty build
  bool prefixed = false;
  bool anywhere = false;  // may be destroyed on any thread
  bool quiet = false;     // is always ready, and finishes without a call

  void Note(Object& doomed) {
    const Class& type = *doomed.header().type;
    const ObjectMemory::Block block = ObjectMemory::BlockOf(doomed);
    destroy = type.destroy;
    object_offset = type.object_offset;
    bytes = block.bytes;
    prefixed = block.prefixed;
    anywhere = type.destroy_anywhere;
    quiet = type.is_ready == nullptr && type.finish_destroy == nullptr;
  }
  ObjectMemory::Block Block() const {
    return {reinterpret_cast<std::byte*>(object) - object_offset, bytes, prefixed};
  }
};

}  // namespace GC_BUILD
}  // namespace gc
