// core/population/table_listener.h -- somebody who wants to know which indices have an object.
//
// It serves side tables that are found by index: names, tools and the like. A listener is called
// for each object once when its entry is published, before its constructor has run to the end, and
// once when it is unpublished, before its destructor runs.
//
// Thread rules: called on the thread that makes or ends the object, under the table lock if the
// heap has one. So a listener must not make objects, nor take a lock that the thread may hold
// already.

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
