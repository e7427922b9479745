// core/heap/name_resolver.h -- resolves paths to the named objects of a heap.
//
// A loaded object is found by its path name, as by Factory::FindPath: it is shaded, and objects
// that are doomed or under construction are not found. How to load a missing object only the user
// knows: override LoadMissing.
//
// Upholds: weak-read-barrier, doomed-is-hidden (through the factory).
// Read next: core/heap/factory.h.

#pragma once

#include <string_view>

#include "core/heap/factory.h"
#include "core/pointer/path.h"

namespace gc {
inline namespace GC_BUILD {

class NameResolver : public Resolver {
 public:
  explicit NameResolver(Heap& heap) : factory_(heap) {}

  Object* Find(std::string_view path, const Class* wanted) override {
    NamedObject* const found = factory_.FindPath(path);
    return found != nullptr && IsA(*found, wanted) ? found : nullptr;
  }
  Object* Load(std::string_view path, const Class* wanted) override {
    if (factory_.FindPath(path) == nullptr) LoadMissing(path);
    return Find(path, wanted);
  }

 protected:
  // Makes the object that the path names, if it can be made, so that FindPath finds it afterwards.
  virtual void LoadMissing(std::string_view) {}

 private:
  static bool IsA(const Object& object, const Class* wanted) {
    const Class* type = object.header().type;
    while (type != wanted && type != nullptr) type = type->super;
    return type == wanted || wanted == nullptr;
  }
  Factory factory_;
};

}  // namespace GC_BUILD
}  // namespace gc
