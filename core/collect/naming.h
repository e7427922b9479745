// core/collect/naming.h -- what a heap keeps beside its objects once it has named ones.
//
// A heap whose objects have no names has no Naming: it is made by the first Factory that is used.
// Read next: core/collect/factory.h.

#pragma once

#include <unordered_map>

#include "core/collect/factory.h"
#include "core/object/directory.h"

namespace gc::inline GC_BUILD {

struct Naming {
  Directory directory;
  std::unordered_map<const Class*, ClassObject*> classes;  // of compiled code
  Package* native = nullptr;                               // where these are
  Package* transient = nullptr;
};

}  // namespace gc::inline GC_BUILD
