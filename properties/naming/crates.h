// properties/naming/crates.h -- the classes of the judged things: each has a part and values.
//
// Included by core_naming.cc only.

#pragma once

#include "core/gc.h"
#include "core/heap/factory.h"

namespace properties::naming {
namespace {

class Lid : public gc::NamedObject {
 public:
  explicit Lid(const gc::Birth& birth) : NamedObject(birth) {}
  int number = 0;
  static const gc::Class kClass;
};
const gc::Property kLidProperties[] = {gc::Property::Of(&Lid::number, "number")};
const gc::Class Lid::kClass =
    gc::DescribeNamed<Lid>("Lid", gc::NamedObject::kClass, {}, kLidProperties);

class Crate : public gc::NamedObject {
 public:
  explicit Crate(const gc::Birth& birth) : NamedObject(birth) {
    lid = CreateDefaultSubobject<Lid>("lid");
  }
  gc::ObjectPtr<Lid> lid;
  gc::ObjectPtr<gc::NamedObject> link;
  gc::LazyPtr<Crate> lazy;
  int number = 0;
  static const gc::Class kClass;
};
const gc::Reference kCrateReferences[] = {gc::Reference::To(&Crate::lid, "lid"),
                                          gc::Reference::To(&Crate::link, "link"),
                                          gc::Reference::To(&Crate::lazy, "lazy")};
const gc::Property kCrateProperties[] = {gc::Property::Of(&Crate::number, "number")};
const gc::Class Crate::kClass =
    gc::DescribeNamed<Crate>("Crate", gc::NamedObject::kClass, kCrateReferences, kCrateProperties);

class Chest final : public Crate {
 public:
  explicit Chest(const gc::Birth& birth) : Crate(birth) {}
  static const gc::Class kClass;
};
const gc::Class Chest::kClass = gc::DescribeNamed<Chest>("Chest", Crate::kClass);

// Has no name. Its pointers, which nothing follows, lie where those of a named object do.
struct Nameless final : gc::Object {
  explicit Nameless(const gc::Birth& birth) : Object(birth) {}
  const void* type = nullptr;
  const gc::NamedObject* outer = nullptr;
  static const gc::Class kClass;
};
const gc::Class Nameless::kClass = gc::Describe<Nameless>("Nameless");

}  // namespace
}  // namespace properties::naming
