// core/population/table_listener.h -- is told which indices of the object table have an object.
//
// It serves side tables that are found by index: names, tools and the like. A listener is called
// once for each object when its entry is published, before its constructor has run to the end, and
// once when the entry is unpublished, before the destructor runs.
//
// Thread rules: called on the thread that makes or ends the object, under the table lock if the
// heap has one. So a listener must neither make objects nor take a lock that its thread may hold
// already.
//
// Read next: core/population/population.h.

#pragma once

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

class TableListener {
 public:
  virtual void OnCreated(const Object& object, Index index) noexcept = 0;
  virtual void OnDeleted(const Object& object, Index index) noexcept = 0;

 protected:
  ~TableListener() = default;
};

}  // namespace GC_BUILD
}  // namespace gc
