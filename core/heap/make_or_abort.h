// core/heap/make_or_abort.h -- what is made once for all is made, or the program ends.
//
// The first classes, a class with its default object, and the transient package are made when they
// are first asked for, and nothing could go on without them; a constructor has no answer to give at
// all. So where memory runs out in the middle of that, the message names the class (S1.31).
//
// Read next: core/heap/classes.cc.

#pragma once

#include <new>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

// What make() answers.
template <class Make>
auto MakeOrAbort(const Collector& collector, const Class& compiled, const Make& make) {
  try {
    return make();
  } catch (const std::bad_alloc&) {
    collector.OutOfRoom("Factory::New", compiled.name);
  }
}

}  // namespace GC_BUILD
}  // namespace gc
