// core/population/name_keeper.h -- what keeps the names of objects, as the collector sees it.
//
// The collector knows no names. It tells whatever keeps them that an object's end begins, and asks
// for an object's path where a mistake is to be reported. Named objects have flag::kNamed.
//
// Thread rules: called on the thread that takes the step, or that makes or gives up the object.

#pragma once

#include <string>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

class NameKeeper {
 public:
  virtual ~NameKeeper() = default;
  // The object is found no longer, neither by name nor by class nor as an outer.
  virtual void Forget(Object& named) = 0;
  virtual void ForgetAll() = 0;
  virtual std::string PathOf(const Object& named) const = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
