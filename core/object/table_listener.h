// core/object/table_listener.h -- somebody who wants to know which indices have an object.
//
// For tables beside the table: names, tools, whatever is found by index. A listener is told of each
// object once when its entry is published, which is before its constructor has run to the end, and
// once when it is unpublished, which is before its destructor runs.
//
// Thread rules: told under the table lock, if the heap has one, on the thread that makes or ends
// the object; so a listener makes no objects and takes no lock that its own user may hold.

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
