// properties/misuse/item.h -- an object with two references, for mistakes with a heap.
//
// Read next: properties/misuse/object_misuses.cc.

#pragma once

#include "core/gc.h"

namespace properties::misuse {

struct Item : gc::Object {
  explicit Item(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<Item> left, right;
  static const gc::Class kClass;
};
inline const gc::Reference kItemReferences[] = {gc::Reference::To(&Item::left, "left"),
                                                gc::Reference::To(&Item::right, "right")};
inline const gc::Class Item::kClass = gc::Describe<Item>("Item", kItemReferences);

}  // namespace properties::misuse
