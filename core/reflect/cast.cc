// core/reflect/cast.cc -- walks up the classes, or tests a bit.

#include "core/reflect/cast.h"

#include <string>

#include "core/base/check.h"

namespace gc {
inline namespace GC_BUILD {

// The bit answers only if the object's own class is reflected: what a class that is not reflected
// derives from is known to its `super` alone.
bool IsA(const Object& object, const Class& wanted) {
  const Class* type = object.header().type;
  const std::uint64_t flag = wanted.reflection != nullptr ? wanted.reflection->cast_flag : 0;
  if (flag != 0 && type->reflection != nullptr) {
    return (type->reflection->cast_flags & flag) != 0;
  }
  while (type != nullptr && type != &wanted) type = type->super;
  return type != nullptr;
}

void RefuseCast(const Object& object, const Class& wanted) {
  const std::string what = std::string(object.header().type->name) + ' ' +
                           std::to_string(object.header().index) + " to " + wanted.name;
  Abort(Misuse{.sentence = "a checked cast must be to the object's class, or to one above it",
               .where = GC_HERE,
               .what = what.c_str()});
}

}  // namespace GC_BUILD
}  // namespace gc
