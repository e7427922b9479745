// core/population/name_keeper.h -- the keeper of objects' names, as the collector sees it.
//
// The collector knows no names. It tells the keeper when the end of a named object begins, and asks
// it for an object's path when a mistake is reported. Named objects have flag::kNamed.
//
// Thread rules: called on the thread that takes the step, or that makes or gives up the object.
//
// Read next: core/heap/naming.h.

#pragma once

#include <string>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

class NameKeeper {
 public:
  virtual ~NameKeeper() = default;
  // From here on no look-up finds the object: by name, by class, or as an outer.
  virtual void Forget(Object& named) = 0;
  virtual void ForgetAll() = 0;
  virtual std::string PathOf(const Object& named) const = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
