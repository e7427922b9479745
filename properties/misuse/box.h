// properties/misuse/box.h -- named objects, for mistakes with names and worlds.
//
// Read next: properties/misuse/name_misuses.cc.

#pragma once

#include "core/gc.h"

namespace properties::misuse {

class Box : public gc::NamedObject {
 public:
  explicit Box(const gc::Birth& birth) : NamedObject(birth) {}
  void MakeLate() { CreateDefaultSubobject<Box>("Late"); }
  gc::ObjectPtr<NamedObject> inside;
  static const gc::Class kClass;
};
inline const gc::Reference kBoxReferences[] = {gc::Reference::To(&Box::inside, "inside")};
inline const gc::Class Box::kClass =
    gc::DescribeNamed<Box>("Box", gc::NamedObject::kClass, kBoxReferences);

class Lid : public gc::NamedObject {
 public:
  explicit Lid(const gc::Birth& birth) : NamedObject(birth) {}
  static const gc::Class kClass;
};
inline const gc::Class Lid::kClass = gc::DescribeNamed<Lid>("Lid", gc::NamedObject::kClass);

struct Names {
  gc::Heap heap;
  gc::Factory make{heap};
};

}  // namespace properties::misuse
