// core/reflect/editing/class_view.h -- the lines of a class beside the properties that they come
// from.
//
// A line of a schema shows the slots of a field, and knows nothing of their types. A property knows
// what its references may lead to, and that it is transient. To store into the fields of objects of
// any class takes both. A class that is described by hand, or a field that shows its slots by a
// function, has lines without a property.
//
// Thread rules: constant once made.
// Read next: core/reflect/editing/reference_walk.h.

#pragma once

#include <unordered_map>
#include <vector>

#include "core/object/class.h"
#include "core/reflect/value_type.h"

namespace gc {
inline namespace GC_BUILD {

// A property of which the type is known, those inside of structs one by one.
struct Leaf {
  const ValueType* type = nullptr;
  std::int32_t offset = 0;          // bytes from the Object part
  const char* name = "";            // the property's own, without that of the struct around it
  bool is_transient = false;        // or the struct around it is
  const Reference* line = nullptr;  // null: it holds nothing that the collector follows
  bool may_hold_weak = false;
};

struct ClassView {
  explicit ClassView(const Class& type);

  std::vector<Leaf> leaves;
  std::vector<const Property*> untyped;  // listed by hand
  std::vector<const Reference*> lines;   // those that are no leaf's
};

// Views of classes, each made once.
class ClassViews {
 public:
  const ClassView& Of(const Object& object) {
    const Class& type = *object.header().type;
    return views_.try_emplace(&type, type).first->second;
  }

 private:
  std::unordered_map<const Class*, ClassView> views_;
};

}  // namespace GC_BUILD
}  // namespace gc
