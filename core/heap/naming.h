// core/heap/naming.h -- what a heap keeps beside its objects once it has named ones.
//
// A heap whose objects have no names has no Naming: it is made by the first Factory that is used.
// Read next: core/heap/factory.h.

#pragma once

#include <unordered_map>

#include "core/heap/directory.h"
#include "core/heap/factory.h"

namespace gc {
inline namespace GC_BUILD {

struct Naming {
  Directory directory;
  std::unordered_map<const Class*, ClassObject*> classes;  // of compiled code
  Package* native = nullptr;                               // where these are
  Package* transient = nullptr;
};

}  // namespace GC_BUILD
}  // namespace gc
