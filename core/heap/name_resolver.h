// core/heap/name_resolver.h -- paths lead to the named objects of a heap.
//
// What is loaded is found by its path name, as Factory::FindPath does it: what it yields is shaded,
// and the doomed and the unfinished are not there. How to load what is not, only the user knows.
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
  // Makes what the path names, if there is such a thing, so that it is found afterwards.
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
