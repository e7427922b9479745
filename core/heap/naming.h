// core/heap/naming.h -- what a heap keeps for its named objects, beside them.
//
// A heap whose objects have no names has no Naming; the first Factory that is used makes it.
//
// Read next: core/heap/factory.h.

#pragma once

#include <atomic>
#include <unordered_map>

#include "core/heap/directory.h"
#include "core/heap/factory.h"
#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

class Naming final : public NameKeeper {
 public:
  // Of a heap that has named objects.
  static Naming& Of(const Population& heap) { return static_cast<Naming&>(*heap.names()); }

  void Forget(Object& named) override;
  void ForgetAll() override { directory.Clear(); }
  std::string PathOf(const Object& named) const override {
    return static_cast<const NamedObject&>(named).PathName();
  }

  Directory directory;
  std::unordered_map<const Class*, ClassObject*> classes;  // only those of compiled code
  std::atomic<bool> is_open{false};                        // the first classes are there
  Package* native = nullptr;                               // the outer of these classes
  Package* transient = nullptr;
};

}  // namespace GC_BUILD
}  // namespace gc
