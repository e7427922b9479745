// core/testing/named.h -- the named objects for core's tests.
//
// A Thing has references, plain data, data with constructors, and sub-objects. A Gadget is a Thing
// with further members.

#pragma once

#include <string>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/pointer/container.h"
#include "core/testing/colours.h"

namespace gc {

class Part : public NamedObject {
 public:
  explicit Part(const Birth& birth) : NamedObject(birth) {}
  ObjectPtr<NamedObject> beside;
  int size = 1;
  static const Class kClass;
};
inline const Reference kPartReferences[] = {Reference::To(&Part::beside, "beside")};
inline const Property kPartProperties[] = {Property::Of(&Part::size, "size")};
inline const Class Part::kClass =
    DescribeNamed<Part>("Part", NamedObject::kClass, kPartReferences, kPartProperties);

class Thing : public NamedObject {
 public:
  explicit Thing(const Birth& birth) : NamedObject(birth) {
    part = CreateDefaultSubobject<Part>("part");
    other = CreateDefaultSubobject<Part>("other");
    part->beside = other;
    part->size = 2;
  }
  Thing(const Birth& birth, int with_number) : Thing(birth) { constructed_with = with_number; }
  void MakeLatePart() { CreateDefaultSubobject<Part>("late"); }

  ObjectPtr<NamedObject> left;
  ObjectPtr<NamedObject> right;
  ObjectPtr<Part> part;
  ObjectPtr<Part> other;
  Vector<NamedObject> many;
  WeakPtr<NamedObject> weak;
  std::string text = "new";
  int number = 1;
  int constructed_with = 0;  // not listed as a property
  int untouched;             // has no initialiser, so it stays as the heap made it
  void* untouched_too;
  static const Class kClass;
};
inline const Reference kThingReferences[] = {
    Reference::To(&Thing::left, "left"), Reference::To(&Thing::right, "right"),
    Reference::To(&Thing::part, "part"), Reference::To(&Thing::other, "other"),
    Reference::To(&Thing::many, "many")};
inline const Property kThingProperties[] = {Property::Of(&Thing::weak, "weak"),
                                            Property::Of(&Thing::text, "text"),
                                            Property::Of(&Thing::number, "number")};
inline const Class Thing::kClass =
    DescribeNamed<Thing>("Thing", NamedObject::kClass, kThingReferences, kThingProperties);

class Gadget : public Thing {
 public:
  explicit Gadget(const Birth& birth) : Thing(birth) { number = 7; }
  ObjectPtr<NamedObject> extra;
  int gears = 3;
  static const Class kClass;
};
inline const Reference kGadgetReferences[] = {Reference::To(&Gadget::extra, "extra")};
inline const Property kGadgetProperties[] = {Property::Of(&Gadget::gears, "gears")};
inline const Class Gadget::kClass =
    DescribeNamed<Gadget>("Gadget", Thing::kClass, kGadgetReferences, kGadgetProperties);

// A heap with a factory. All classes are registered already, so the births that a test sees are
// those of its own objects.
struct Workshop {
  explicit Workshop(HeapOptions options = {}) : heap(options), make(heap) {
    make.ClassOf<Gadget>();
    make.ClassOf<Part>();
    make.TransientPackage();
  }
  // Starts a cycle and marks until only the mutator could add work.
  void TraceUntilDry() {
    heap.Start();
    while (heap.phase() == Phase::kMarking && !(heap.collector().marker.InitialReferencesTaken() &&
                                                heap.collector().wavefront.work().empty())) {
      heap.Tick(1);
    }
  }
  void TickUntil(Phase phase) {
    while (heap.phase() != phase) heap.Tick(1);
  }
  Heap heap;
  Factory make;
};

}  // namespace gc
